import { expect, test } from "vitest";
import { NoOpTracer } from "./no-op-tracer.ts";
import { PrintTracer, type PrintTracerOptions } from "./print-tracer.ts";
import { span, toolSpan } from "./testing/spans.ts";

async function printed(isTTY: boolean, env: PrintTracerOptions["env"] = {}): Promise<string> {
  let text = "";
  const tracer = new PrintTracer({ output: { isTTY, write: (part) => (text += part) }, env });
  await tracer.onTraceStart({ traceId: "t", name: "desk", groupId: null });
  await tracer.onSpanEnd(toolSpan("done\x1b[2J", { input: '{"api_key":"hunter2hunter2"}' }));
  await tracer.onSpanEnd(
    span({ type: "generation", model: "m", output: [{ score: 1 }] }, { error: { message: "late" } }),
  );
  await tracer.onTraceEnd({ traceId: "t", name: "desk", groupId: null });
  return text;
}

test("each span is a block: what it was, how long it took, what went in and out", async () => {
  expect(await printed(false)).toBe(`▶ desk t
● function restart 1000 ms
  input:
    {"api_key":"***"}
  output:
    done[2J
● generation m 1000 ms
  judge:
    {
      "score": 1
    }
  error: {"message":"late"}
■ desk
`);
});

test("colours only on a terminal, and not when they are unwanted", async () => {
  expect(await printed(true)).toContain("\x1b[");
  expect(await printed(true, { NO_COLOR: "1" })).not.toContain("\x1b");
});

test("a pipe that is closed does not reach whoever is traced", async () => {
  const tracer = new PrintTracer({
    output: {
      write() {
        throw new Error("EPIPE");
      },
    },
  });
  await expect(tracer.onSpanEnd(toolSpan("x"))).resolves.toBeUndefined();
});

test("a tracer that keeps nothing takes everything", async () => {
  const tracer = new NoOpTracer();
  await Promise.all([
    tracer.onTraceStart(),
    tracer.onSpanStart(),
    tracer.onSpanEnd(),
    tracer.onTraceEnd(),
    tracer.shutdown(),
  ]);
});
