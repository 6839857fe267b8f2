import fc from "fast-check";
import { expect, test } from "vitest";
import type { Span } from "../span.ts";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { span, temporaryFile, toolSpan } from "../testing/spans.ts";
import type { SpanQuery, TraceQuery } from "../trace-store.ts";
import { folded } from "./folded-text.ts";

async function tracerWith(...spans: Span[]): Promise<SQLiteTracer> {
  const tracer = new SQLiteTracer(temporaryFile());
  for (const each of spans) await tracer.onSpanEnd(each);
  return tracer;
}

const idsOf = async (tracer: SQLiteTracer, query: SpanQuery) =>
  (await tracer.searchSpans(query)).map(({ spanId }) => spanId).sort();
const tracesOf = async (tracer: SQLiteTracer, query: TraceQuery) =>
  (await tracer.searchTraces(query)).map(({ traceId }) => traceId).sort();

test("a keyword is any part of the input or output, case ignored, and every one has to occur", async () => {
  await using tracer = await tracerWith(
    toolSpan("Web-1 was restarted", { spanId: "a", input: "please RESTART" }),
    toolSpan("nothing to do", { spanId: "b", input: "restart?" }),
  );
  expect(await idsOf(tracer, { keywords: ["Start"] })).toEqual(["a", "b"]);
  expect(await idsOf(tracer, { keywords: ["please", "WEB-1"] })).toEqual(["a"]);
  expect(await idsOf(tracer, { keywords: ["please", "nothing"] })).toEqual([]);
  expect(await idsOf(tracer, { keywords: [] })).toEqual(["a", "b"]);
});

test("% and _ and quotes stand for themselves", async () => {
  await using tracer = await tracerWith(
    toolSpan("100% of web_1", { spanId: "a" }),
    toolSpan("1000 of web-1", { spanId: "b" }),
    toolSpan('say "hi" AND (go) OR *', { spanId: "c" }),
  );
  expect(await idsOf(tracer, { keywords: ["100%"] })).toEqual(["a"]);
  expect(await idsOf(tracer, { keywords: ["b_1"] })).toEqual(["a"]);
  expect(await idsOf(tracer, { keywords: ["%"] })).toEqual(["a"]);
  expect(await idsOf(tracer, { keywords: ['"hi" AND (go) OR *'] })).toEqual(["c"]);
});

test("a keyword does not reach from the input into the output", async () => {
  await using tracer = await tracerWith(toolSpan("def", { spanId: "a", input: "abc" }));
  expect(await idsOf(tracer, { keywords: ["cd"] })).toEqual([]);
  expect(await idsOf(tracer, { keywords: ["abcdef"] })).toEqual([]);
});

test("keywords of one and two letters are found wherever they stand", async () => {
  await using tracer = await tracerWith(toolSpan("仕様を検索", { spanId: "a" }), toolSpan("x", { spanId: "b" }));
  for (const keyword of ["検索", "仕様", "索", "を"])
    expect(await idsOf(tracer, { keywords: [keyword] })).toEqual(["a"]);
  expect(await idsOf(tracer, { keywords: ["X"] })).toEqual(["b"]);
  expect(await idsOf(tracer, { keywords: ["検", "様を"], spanType: "function" })).toEqual(["a"]);
});

test("keyword search agrees with looking at every text, whatever the texts and keywords", async () => {
  const letter = fc.constantFrom(
    "a",
    "B",
    "é",
    "Σ",
    "ς",
    "σ",
    "İ",
    "ß",
    "%",
    "_",
    '"',
    "'",
    "*",
    " ",
    "\0",
    "検",
    "索",
    "😀",
    "\uD83D",
    "\n",
  );
  const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 12 }),
      fc.array(text, { maxLength: 3 }),
      async (texts, keywords) => {
        await using tracer = await tracerWith(
          ...texts.map((output, i) => toolSpan(output, { spanId: `${i}`, input: "" })),
        );
        const expected = texts.flatMap((output, i) =>
          keywords.every((keyword) => folded(output).includes(folded(keyword))) ? [`${i}`] : [],
        );
        expect(await idsOf(tracer, { keywords })).toEqual(expected.sort());
        // Through the other way, where few spans are looked at one by one.
        expect(await idsOf(tracer, { keywords, name: "restart" })).toEqual(expected.sort());
      },
    ),
    { numRuns: 12 },
  );
});

test("filters: time, error, tool, kind, score, tokens and cost", async () => {
  await using tracer = await tracerWith(
    toolSpan("x", { spanId: "tool", startedAt: "2026-03-01T09:00:00.000+09:00" }),
    toolSpan("x", { spanId: "failed", error: { message: "no" } }),
    span({ type: "generation", output: [{ score: 0.3, comments: ["meh"] }] }, { spanId: "judge" }),
    span(
      { type: "generation", output: ["x"], usage: { input_tokens: 90, output_tokens: 10, cost: 0.2 } },
      { spanId: "used" },
    ),
    span({ type: "generation", output: [{ tool_calls: [{ function: { name: "f" } }] }] }, { spanId: "asked" }),
    span({ type: "custom", name: "restart" }, { spanId: "namesake" }),
  );
  expect(await idsOf(tracer, { startedFrom: "2026-02-01", startedTo: new Date("2026-03-01T00:00:00Z") })).toEqual([
    "tool",
  ]);
  expect(await idsOf(tracer, { startedFrom: "2026-03-01T00:00:00", startedTo: "2026-03-01T00:00:00Z" })).toEqual([
    "tool",
  ]);
  expect(await idsOf(tracer, { startedFrom: "2026-03-01 00:00:00", startedTo: "2026-03-01T09:00+09:00" })).toEqual([
    "tool",
  ]);
  expect(await idsOf(tracer, { hasError: true })).toEqual(["failed"]);
  expect(await idsOf(tracer, { hasError: false, tool: "restart" })).toEqual(["tool"]);
  expect(await idsOf(tracer, { name: "restart" })).toEqual(["failed", "namesake", "tool"]);
  expect(await idsOf(tracer, { hasToolCall: true })).toEqual(["asked", "failed", "tool"]);
  expect(await idsOf(tracer, { outputKind: "judge" })).toEqual(["judge"]);
  expect(await idsOf(tracer, { score: { below: 0.3 } })).toEqual([]);
  expect(await idsOf(tracer, { score: { max: 0.3 } })).toEqual(["judge"]);
  expect(await idsOf(tracer, { tokens: { min: 100 } })).toEqual(["used"]);
  expect(await idsOf(tracer, { cost: { min: 0.1, max: 0.5 } })).toEqual(["used"]);
  expect(await idsOf(tracer, { cost: { min: 0.3 } })).toEqual([]);
  expect(await idsOf(tracer, { spanId: "used", spanType: "generation" })).toEqual(["used"]);
  expect(await idsOf(tracer, { traceId: "elsewhere" })).toEqual([]);
});

test("a trace is found when its spans together have every keyword", async () => {
  await using tracer = await tracerWith(
    toolSpan("apple", { traceId: "one" }),
    toolSpan("pear", { traceId: "one", error: { message: "no" } }),
    toolSpan("apple", { traceId: "two" }),
  );
  expect(await tracesOf(tracer, { keywords: ["apple", "pear"] })).toEqual(["one"]);
  expect(await tracesOf(tracer, { keywords: ["ap"] })).toEqual(["one", "two"]);
  expect(await tracesOf(tracer, { hasError: true })).toEqual(["one"]);
  expect(await tracesOf(tracer, { hasError: false })).toEqual(["two"]);
  expect(await tracesOf(tracer, { tool: "restart", traceId: "two" })).toEqual(["two"]);
  expect(await tracesOf(tracer, { hasToolCall: false })).toEqual([]);
});

test("a trace starts with the earliest of its spans", async () => {
  await using tracer = await tracerWith(
    toolSpan("x", { traceId: "long", startedAt: "2026-01-01T00:00:00Z" }),
    toolSpan("x", { traceId: "long", startedAt: "2026-01-03T00:00:00Z" }),
    toolSpan("x", { traceId: "late", startedAt: "2026-01-03T00:00:00Z" }),
  );
  expect(await tracesOf(tracer, { startedFrom: "2026-01-02" })).toEqual(["late"]);
  expect(await tracesOf(tracer, { startedTo: "2026-01-02" })).toEqual(["long"]);
});

test("metadata is compared by value and type, whatever its keys look like", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const metadata = { "a.b": 1, "quo\"te's": "x", "sp ace": true, deep: { x: 1 }, nothing: null, text: "1" };
  await tracer.onTraceStart({ traceId: "one", name: "w", groupId: "g", metadata });
  await tracer.onTraceStart({ traceId: "two", name: "w", groupId: null });
  const find = (wanted: Record<string, unknown>) =>
    tracesOf(tracer, { metadata: wanted as TraceQuery["metadata"] & object });
  expect(await find({ "a.b": 1 })).toEqual(["one"]);
  expect(await find({ "quo\"te's": "x", "sp ace": true })).toEqual(["one"]);
  expect(await find({ a: 1 })).toEqual([]);
  expect(await find({ text: 1 })).toEqual([]);
  expect(await find({ "sp ace": 1 })).toEqual([]);
  expect(await find({ nothing: null })).toEqual(["one", "two"]);
  expect(await find({ "a.b": null })).toEqual(["two"]);
  expect(await find({ text: [1, "1"], "sp ace": [false, true] })).toEqual(["one"]);
  expect(await find({ "a.b": [1, null] })).toEqual(["one", "two"]);
  expect(await find({ text: [1, 2] })).toEqual([]);
  expect(await find({ text: [] })).toEqual([]);
  await expect(find({ deep: { x: 1 } })).rejects.toMatchObject({ code: "trace_query_unsupported" });
  expect(await tracesOf(tracer, { groupId: "g", workflowName: "w" })).toEqual(["one"]);
});

test("tokens and cost of a trace are those of all its spans", async () => {
  const used = (cost: number) => span({ type: "generation", usage: { input_tokens: 10, cost } });
  await using tracer = await tracerWith(used(0.1), used(0.2));
  expect(await tracesOf(tracer, { tokens: { min: 20, max: 20 }, cost: { min: 0.25 } })).toEqual(["trace-1"]);
  expect(await tracesOf(tracer, { cost: { min: 0.5 } })).toEqual([]);
});

test("answers come newest first; pages meet without a gap or a double, also while more is written", async () => {
  await using tracer = await tracerWith(
    ...Array.from({ length: 25 }, (_, i) => toolSpan("x", { spanId: `s${i}`, traceId: `t${i}` })),
  );
  const seen: string[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await tracer.searchSpans({ limit: 10, keywords: ["x"], ...(before === undefined ? {} : { before }) });
    if (page.length === 0) break;
    seen.push(...page.map(({ spanId }) => spanId));
    before = page.at(-1)?.seq;
    await tracer.onSpanEnd(toolSpan("x"));
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `s${24 - i}`));
  const [newest] = await tracer.searchTraces({ limit: 1 });
  expect(newest?.traceId).toBe("trace-1");
});

test("following what is written starts after the last record seen, oldest first", async () => {
  await using tracer = await tracerWith(toolSpan("x", { spanId: "a" }));
  const [last] = await tracer.searchSpans({ limit: 1 });
  await tracer.onSpanEnd(toolSpan("x", { spanId: "b" }));
  await tracer.onSpanEnd(toolSpan("x", { spanId: "c" }));
  const after = last?.seq ?? 0;
  expect((await tracer.searchSpans({ after })).map(({ spanId }) => spanId)).toEqual(["b", "c"]);
  expect((await tracer.searchSpans({ after, keywords: ["x"], limit: 1 })).map(({ spanId }) => spanId)).toEqual(["b"]);
});

test("spans with every group of letters of a keyword, but not the keyword, are passed over however many there are", async () => {
  const keyword = "the quick brown fox jumps over";
  const count = 900;
  await using tracer = await tracerWith(
    ...Array.from({ length: count }, (_, i) =>
      toolSpan(i % 90 === 0 ? `so ${keyword}.` : "the quick brown fox, own fox jumps over", {
        spanId: `s${i}`,
        name: i % 180 === 0 ? "even" : "odd",
      }),
    ),
  );
  const inOrder = async (query: SpanQuery) => (await tracer.searchSpans(query)).map(({ spanId }) => spanId);
  const hits = Array.from({ length: 10 }, (_, i) => `s${i * 90}`);
  expect(await inOrder({ keywords: [keyword] })).toEqual(hits.toReversed());
  expect(await inOrder({ keywords: [keyword], limit: 4 })).toEqual(hits.slice(-4).toReversed());
  expect(await inOrder({ keywords: [keyword], limit: 0 })).toEqual([]);
  const [first] = await tracer.searchSpans({ after: 0, limit: 1 });
  const after = first?.seq ?? 0;
  expect(await inOrder({ keywords: [keyword], after })).toEqual(hits.slice(1));
  expect(await inOrder({ keywords: [keyword], after, before: after + 500 })).toEqual(hits.slice(1, 6));
  expect(await inOrder({ keywords: [keyword, "S", "so"], name: "odd" })).toEqual(
    hits.filter((_, i) => i % 2 === 1).toReversed(),
  );
  expect(await inOrder({ keywords: [`${keyword} the lazy dog`] })).toEqual([]);
});

test("rare and frequent conditions find the same, and so do all of them together", async () => {
  const spans = Array.from({ length: 1500 }, (_, i) =>
    toolSpan(i % 100 === 0 ? "needle in hay" : "only hay", {
      spanId: `s${i}`,
      traceId: `t${i % 300}`,
      name: i % 2 === 0 ? "even" : "odd",
      error: i % 700 === 0 ? { message: "no" } : null,
    }),
  );
  await using tracer = await tracerWith(...spans);
  const every = (step: number) => Array.from({ length: 1500 / step }, (_, i) => `s${i * step}`).sort();
  expect(await idsOf(tracer, { keywords: ["hay"], limit: 2000 })).toEqual(every(1));
  expect(await idsOf(tracer, { keywords: ["hay", "needle"], tool: "even", limit: 2000 })).toEqual(every(100));
  expect(await idsOf(tracer, { keywords: ["needle"], tool: "odd" })).toEqual([]);
  expect(await idsOf(tracer, { hasError: true, keywords: ["ne"] })).toEqual(["s0", "s1400", "s700"]);
  expect(await idsOf(tracer, { spanType: "function", hasToolCall: true, limit: 2000 })).toEqual(every(1));
  expect(await tracesOf(tracer, { keywords: ["hay", "on"], hasToolCall: true, limit: 2000 })).toHaveLength(297);
  expect(await tracesOf(tracer, { keywords: ["hay", "needle"], startedFrom: "2025-01-01", limit: 2000 })).toEqual([
    "t0",
    "t100",
    "t200",
  ]);
  expect(await tracesOf(tracer, { hasError: true, tool: "even" })).toEqual(["t0", "t100", "t200"]);
});

test.each<[string, SpanQuery]>([
  ["a limit that is no number", { limit: Number.NaN }],
  ["a negative limit", { limit: -1 }],
  ["a time that is none", { startedFrom: "yesterday" }],
  ["a number where a range belongs", { score: 0.5 as unknown as object }],
  ["a bound that is no number", { tokens: { min: "many" as unknown as number } }],
  ["keywords that are no list", { keywords: "x" as unknown as string[] }],
])("%s is refused with a clear error", async (_, query) => {
  await using tracer = await tracerWith();
  await expect(tracer.searchSpans(query)).rejects.toMatchObject({ code: "invalid_trace_query" });
});
