import {
  setTraceProcessors,
  setTracingDisabled,
  type TracingProcessor,
  withCustomSpan,
  withFunctionSpan,
  withTrace,
} from "@openai/agents";
import { expect, onTestFinished, test } from "vitest";
import { NoOpTracer, OtelTracer, PrintTracer, SQLiteTracer, type Tracer } from "./index.ts";
import { temporaryFile } from "./testing/spans.ts";

test("our tracers are tracing processors of the OpenAI Agents SDK, and its processors are tracers", () => {
  const ours: TracingProcessor[] = [
    new SQLiteTracer(temporaryFile()),
    new PrintTracer(),
    new NoOpTracer(),
    new OtelTracer({ endpoint: "http://127.0.0.1:1/" }),
  ];
  const [theirs] = ours;
  const tracer: Tracer | undefined = theirs;
  expect(tracer).toBe(theirs);
});

/** The SDK switches tracing off under test. */
function traceWith(...processors: TracingProcessor[]): void {
  setTracingDisabled(false);
  setTraceProcessors(processors);
  onTestFinished(() => {
    setTraceProcessors([]);
    setTracingDisabled(true);
  });
}

test("the SDK's traces and spans are stored as they are", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  traceWith(tracer);
  const metadata = { agent_name: "desk" };
  await withTrace(
    "flow",
    () =>
      withCustomSpan(
        () =>
          withFunctionSpan(async () => "done", { data: { name: "restart", input: '{"id":1}', output: "restarted" } }),
        {
          data: { name: "outer", data: { note: "hello" } },
        },
      ),
    { groupId: "g", metadata },
  );
  const [trace] = await tracer.searchTraces({ workflowName: "flow", groupId: "g", metadata });
  const [call, outer] = await tracer.getSpansByTrace(trace?.traceId ?? "");
  expect(call).toMatchObject({
    spanType: "function",
    name: "restart",
    input: '{"id":1}',
    output: "restarted",
    parentId: outer?.spanId,
  });
  expect(outer).toMatchObject({ spanType: "custom", name: "outer", structured: { note: "hello" } });
  expect(trace?.startedAt).toEqual(outer?.startedAt);
});

test("a run that throws still has its spans", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  traceWith(tracer);
  const failing = withTrace("flow", () =>
    withCustomSpan(
      async () => {
        throw new Error("halfway");
      },
      { data: { name: "work", data: {} } },
    ),
  );
  await expect(failing).rejects.toThrow("halfway");
  expect(await tracer.searchSpans({ hasError: true, name: "work" })).toMatchObject([{ error: { message: "halfway" } }]);
});

test("a tracer that the SDK has shut down, because the list was replaced, records when it is listed again", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  traceWith(tracer);
  setTraceProcessors([tracer]);
  await withTrace("flow", () => withCustomSpan(async () => {}, { data: { name: "again", data: {} } }));
  expect(await tracer.searchSpans({ name: "again" })).toHaveLength(1);
});
