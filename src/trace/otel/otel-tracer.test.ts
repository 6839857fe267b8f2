import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect, onTestFinished, test } from "vitest";
import type { KigumiError } from "../../errors/kigumi-error.ts";
import { span, toolSpan } from "../testing/spans.ts";
import { OtelTracer } from "./otel-tracer.ts";
import type { OtlpSpan } from "./otlp-span.ts";

interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly resourceSpans: readonly { scopeSpans: readonly { spans: readonly OtlpSpan[] }[] }[] };
}

/** A collector on loopback that answers as told, and then takes everything. */
async function collector(...answers: (number | { status: number; body: string })[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const answer = answers.shift() ?? 200;
    response.statusCode = typeof answer === "number" ? answer : answer.status;
    response.end(typeof answer === "number" ? "{}" : answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  const spans = () =>
    received.flatMap(({ body }) => body.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));
  return { endpoint, received, spans };
}

const attributesOf = (each: OtlpSpan | undefined) =>
  Object.fromEntries((each?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

test("spans arrive in the GenAI conventions, linked, and without what was said", async () => {
  const { endpoint, received, spans } = await collector();
  await using tracer = new OtelTracer({ endpoint, headers: { "x-tenant": "a" }, serviceName: "desk" });
  await tracer.onTraceStart({ traceId: "trace_0123456789abcdef0123456789abcdef", name: "flow", groupId: "s1" });
  const traceId = "trace_0123456789abcdef0123456789abcdef";
  const usage = { input_tokens: 3, output_tokens: 4 };
  await tracer.onSpanEnd(
    span(
      { type: "generation", model: "m", input: [{ content: "secret question" }], usage },
      { spanId: "g", traceId, parentId: "run" },
    ),
  );
  await tracer.onSpanEnd(
    toolSpan("secret answer", {
      spanId: "f",
      traceId,
      parentId: "run",
      error: { message: "secret", data: { type: "timeout" } },
    }),
  );
  await tracer.onSpanEnd(span({ type: "agent", name: "desk" }, { spanId: "run", traceId }));
  await tracer.forceFlush();

  const [generation, call, run] = spans();
  expect(generation).toMatchObject({
    name: "chat m",
    kind: 3,
    traceId: "0123456789abcdef0123456789abcdef",
    status: { code: 0 },
  });
  expect(attributesOf(generation)).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "m",
    "gen_ai.usage.input_tokens": "3",
    "gen_ai.usage.output_tokens": "4",
    "gen_ai.conversation.id": "s1",
    "kantan.workflow_name": "flow",
  });
  expect(call).toMatchObject({ name: "execute_tool restart", kind: 1, status: { code: 2 } });
  expect(attributesOf(call)).toMatchObject({ "gen_ai.tool.name": "restart", "error.type": "timeout" });
  expect(run?.name).toBe("invoke_agent desk");
  expect([generation?.parentSpanId, call?.parentSpanId]).toEqual([run?.spanId, run?.spanId]);
  expect(received[0]?.headers["x-tenant"]).toBe("a");
  expect(JSON.stringify(received)).not.toContain("secret");
});

test.each(["localhost:4318", "ftp://x/", "", undefined])("%j is no endpoint", (endpoint) => {
  expect(() => new OtelTracer({ endpoint: endpoint as string })).toThrow(
    expect.objectContaining({ code: "invalid_trace_endpoint" }),
  );
});

test("what was said is sent when it is asked for, masked", async () => {
  const { endpoint, spans } = await collector();
  await using tracer = new OtelTracer({ endpoint, captureContent: true });
  await tracer.onSpanEnd(toolSpan("done with sk-abcdefghij1234", { input: '{"a":1}' }));
  await tracer.forceFlush();
  expect(attributesOf(spans()[0])).toMatchObject({
    "gen_ai.tool.call.arguments": '{"a":1}',
    "gen_ai.tool.call.result": "done with sk-***",
  });
});

test("the request has the shape that the official exporter sends", async () => {
  const { endpoint, received } = await collector();
  const exporter = new OTLPTraceExporter({ url: endpoint });
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider
    .getTracer("official")
    .startSpan("x", { attributes: { a: "b" } })
    .end();
  await provider.forceFlush();
  await using tracer = new OtelTracer({ endpoint });
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  await provider.shutdown();

  const [theirs, ours] = received.map(({ body }) => body.resourceSpans[0]?.scopeSpans[0]?.spans[0]);
  const missing = Object.keys(ours ?? {}).filter((key) => !(key in (theirs ?? {})));
  expect(missing).toEqual([]);
  for (const id of ["traceId", "spanId"] as const)
    expect(ours?.[id]).toMatch(new RegExp(`^[0-9a-f]{${theirs?.[id].length}}$`));
  expect(ours?.startTimeUnixNano).toHaveLength(theirs?.startTimeUnixNano.length ?? 0);
});

test("while the endpoint is away spans wait, and are sent when it is back", async () => {
  const { endpoint, spans } = await collector(503);
  const errors: KigumiError[] = [];
  await using tracer = new OtelTracer({ endpoint, onError: (error) => errors.push(error) });
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  expect(tracer.stats).toMatchObject({ waiting: 1, written: 0 });
  await tracer.forceFlush();
  expect(tracer.stats).toMatchObject({ waiting: 0, written: 1, dropped: 0 });
  expect(spans()).toHaveLength(2);
  expect(errors.map(({ code }) => code)).toEqual(["otlp_unavailable"]);
});

test("what the endpoint refuses is counted and reported, not sent again", async () => {
  const partial = { status: 200, body: '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}' };
  const { endpoint } = await collector(400, partial);
  const errors: KigumiError[] = [];
  await using tracer = new OtelTracer({ endpoint, onError: (error) => errors.push(error) });
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  expect(tracer.stats).toMatchObject({ waiting: 0, dropped: 2 });
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining("answered 400"),
    expect.stringContaining("too old"),
  ]);
});

test("an endpoint that cannot be reached, or hangs, never reaches whoever is traced", async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const errors: KigumiError[] = [];
  const tracer = new OtelTracer({ endpoint, timeoutMs: 20, onError: (error) => errors.push(error) });
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.shutdown();
  server.closeAllConnections();
  expect(tracer.stats.waiting).toBe(1);
  expect(errors.map(({ code }) => code)).toEqual(["otlp_unavailable"]);
});

test("a span that is still open is sent once: when it ends, or as unfinished at shutdown", async () => {
  const { endpoint, spans } = await collector();
  const tracer = new OtelTracer({ endpoint });
  await tracer.onSpanStart(span({ type: "agent", name: "a" }, { endedAt: null }));
  await tracer.forceFlush();
  expect(spans()).toHaveLength(0);
  await tracer.shutdown();
  expect(attributesOf(spans()[0])).toMatchObject({ "kigumi.unfinished": true });
});
