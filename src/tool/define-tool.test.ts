/** Seed 002 §2, §3 and §5.3, with the contract of DESIGN §4. */
import { expect, test } from "vitest";
import { z } from "zod";
import { createToolContext } from "../runtime/tool-context.ts";
import { createContext } from "./context.ts";
import { defineTool } from "./define-tool.ts";
import { isToolResult, jsonResult, textResult } from "./result.ts";
import { jsonSchema } from "./schema/tool-schema.ts";
import { ToolInputError, ToolOutputError } from "./tool-error.ts";

const ctx = createToolContext();

const search = defineTool({
  name: "docs.search",
  description: "Search indexed documentation",
  input: z.object({ query: z.string().min(1), limit: z.number().int().max(50).default(5) }),
  tags: ["docs", "read"],
  effect: "read",
  execute: ({ query, limit }) => ({ documents: [`${query}/${limit}`] }),
});

test("2.1 a tool is data plus a function: name, description, definition, executeRaw", async () => {
  expect([search.name, search.description]).toEqual(["docs.search", "Search indexed documentation"]);
  expect(search.definition).toEqual({
    name: "docs.search",
    description: "Search indexed documentation",
    parameters: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1 },
        limit: { type: "integer", maximum: 50, minimum: -9007199254740991, default: 5 },
      },
      required: ["query"],
      additionalProperties: false,
    },
  });
  expect(await search.executeRaw('{"query":"x"}', ctx)).toEqual(jsonResult({ documents: ["x/5"] }));
});

test("2.1 execute may be synchronous or asynchronous", async () => {
  const options = { name: "t", description: "", input: z.object({}) };
  const sync = defineTool({ ...options, execute: () => "now" });
  const async = defineTool({ ...options, execute: async () => "later" });
  expect([await sync.executeRaw("{}", ctx), await async.executeRaw("{}", ctx)]).toEqual([
    textResult("now"),
    textResult("later"),
  ]);
});

test("2.2 execute resolves dependencies through its context", async () => {
  const Index = { id: "index", create: async () => ["a", "b"] };
  const count = defineTool({
    name: "count",
    description: "Count documents",
    input: z.object({}),
    execute: async (_, { resolve: _unbound, ...rest }) => Object.keys(rest).length,
  });
  const size = defineTool({
    name: "size",
    description: "Size of the index",
    input: z.object({}),
    execute: async (_, context) => (await context.resolve(Index)).length,
  });
  expect(await size.executeRaw("", ctx)).toEqual(jsonResult(2));
  expect((await count.executeRaw("", ctx)).type).toBe("json");
});

test("3.2 additionalProperties is false on every object that does not say otherwise itself", () => {
  const tool = defineTool({
    name: "t",
    description: "",
    input: z.object({
      closed: z.object({ a: z.string() }),
      open: z.looseObject({ b: z.string() }),
      record: z.record(z.string(), z.number()),
      list: z.array(z.object({ c: z.boolean() })),
    }),
    execute: () => null,
  });
  const { properties } = tool.definition.parameters as never as { properties: Record<string, Record<string, unknown>> };
  expect(properties.closed?.additionalProperties).toBe(false);
  expect(properties.open?.additionalProperties).toEqual({});
  expect(properties.record?.additionalProperties).toEqual({ type: "number" });
  expect(properties.list?.items).toMatchObject({ additionalProperties: false });
});

test("3.1 arguments that do not fit are refused before execute runs, with a correction and an example", async () => {
  let ran = false;
  const tool = defineTool({
    name: "t",
    description: "",
    input: z.object({ query: z.string(), limit: z.number().int().min(1), sort: z.enum(["new", "old"]).optional() }),
    execute: () => {
      ran = true;
    },
  });
  const error = await tool.executeRaw('{"limit":"five","sort":"best","qurey":"x"}', ctx).catch((e) => e);
  expect(error).toBeInstanceOf(ToolInputError);
  expect(error.message).toMatchInlineSnapshot(`
    "the arguments of t do not fit its schema:
    - query: required, but missing (expected string)
    - limit: expected number, received "five"
    - sort: expected one of "new", "old", received "best"
    - qurey: unknown key; did you mean "query"?
    Example of a valid input: {"query":"example","limit":1}
    Correct the arguments and call the tool again."
  `);
  expect(error.issues[2]).toEqual({
    path: ["sort"],
    constraint: "enum",
    expected: 'one of "new", "old"',
    received: '"best"',
    allowed: ["new", "old"],
    message: 'expected one of "new", "old", received "best"',
  });
  expect(ran).toBe(false);
});

test.each([
  ["malformed JSON", '{"query":', /not valid JSON/],
  ["an array", "[1]", /expected a JSON object, received array/],
  ["a bare string", '"query"', /expected a JSON object, received string/],
  ["null", "null", /expected a JSON object, received null/],
  ["an unknown key", '{"query":"x","toString":1}', /toString: unknown key/],
  ["__proto__", '{"query":"x","__proto__":{}}', /__proto__: unknown key/],
  ["an escaped __proto__", '{"query":"x","__pr\\u006fto__":{}}', /__proto__: unknown key/],
  ["constructor", '{"query":"x","constructor":{}}', /constructor: unknown key/],
])("bad input: %s is a clear error", async (_, json, message) => {
  await expect(search.executeRaw(json, ctx)).rejects.toThrow(message);
});

test("bad input: a value with a toString of its own cannot break a plain schema's validator", async () => {
  const input = { type: "object", properties: { a: { enum: [{ x: 1 }] } } } as const;
  const tool = defineTool({ name: "t", description: "", input, execute: () => null });
  await expect(tool.executeRaw('{"a":{"toString":1,"x":1}}', ctx)).rejects.toThrow(ToolInputError);
});

test("bad input: __proto__ is refused where a schema would take any key", async () => {
  const tool = defineTool({
    name: "t",
    description: "",
    input: z.object({ labels: z.record(z.string(), z.unknown()) }),
    execute: (input) => input,
  });
  expect(await tool.executeRaw('{"labels":{"constructor":1}}', ctx)).toEqual(
    jsonResult({ labels: { constructor: 1 } }),
  );
  await expect(tool.executeRaw('{"labels":{"a":[{"__proto__":1}]}}', ctx)).rejects.toThrow(
    'labels.a[0].__proto__: the key "__proto__" is not accepted',
  );
});

test("executeRaw never throws synchronously", async () => {
  const tool = defineTool({
    name: "t",
    description: "",
    input: z.object({}),
    execute: () => {
      throw new Error("sync");
    },
  });
  const promise = tool.executeRaw("{}", ctx);
  await expect(promise).rejects.toThrow("sync");
  await expect(tool.executeRaw("{", ctx)).rejects.toThrow(ToolInputError);
});

test("an empty string stands for no arguments", async () => {
  const tool = defineTool({ name: "t", description: "", input: z.object({}), execute: (input) => input });
  expect(await tool.executeRaw("", ctx)).toEqual(jsonResult({}));
});

test("plain JSON Schema is validated, closed, and its defaults are filled in without touching the caller's object", async () => {
  const tool = defineTool({
    name: "page",
    description: "Read a page",
    input: jsonSchema<{ path: string; from?: number }>({
      type: "object",
      properties: { path: { type: "string" }, from: { type: "integer", minimum: 0, default: 3 } },
      required: ["path"],
    }),
    execute: ({ path, from }) => `${path}:${from}`,
  });
  expect(await tool.executeRaw('{"path":"a"}', ctx)).toEqual(textResult("a:3"));
  const args = { path: "a" };
  await tool.validate(args, ctx);
  expect(args).toEqual({ path: "a" });
  expect(tool.definition.parameters.additionalProperties).toBe(false);
  const error = await tool.executeRaw('{"from":-1,"x":1}', ctx).catch((e) => e);
  expect(error.issues.map((i: { constraint: string }) => i.constraint).sort()).toEqual([
    "minimum",
    "required",
    "unknown_key",
  ]);
});

test("a foreign schema is passed on unchanged and stays open", async () => {
  const foreign = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } }, "x-vendor": 1 } as const;
  const tool = defineTool({ name: "f", description: "", input: foreign, foreign: true, execute: (input) => input });
  expect(tool.definition.parameters).toBe(foreign);
  expect(await tool.executeRaw('{"a":"aa","extra":1}', ctx)).toEqual(jsonResult({ a: "aa", extra: 1 }));
  // Exponential on a backtracking engine; the suite would hang here.
  const hostile = await tool.executeRaw(JSON.stringify({ a: `${"a".repeat(50_000)}!` }), ctx).catch((e) => e);
  expect(hostile.issues?.map((issue: { constraint: string }) => issue.constraint)).toEqual(["pattern"]);
});

test("strict: optionals are nullable and required on the way out, and absent again for execute", async () => {
  const tool = defineTool({
    name: "s",
    description: "",
    strict: true,
    input: z.object({ a: z.string(), b: z.number().optional() }),
    execute: (input) => input,
  });
  expect(tool.definition).toMatchObject({
    strict: true,
    parameters: { required: ["a", "b"], additionalProperties: false },
  });
  expect(await tool.executeRaw('{"a":"x","b":null}', ctx)).toEqual(jsonResult({ a: "x" }));
  expect(await tool.executeRaw('{"a":"x","b":2}', ctx)).toEqual(jsonResult({ a: "x", b: 2 }));
});

test("a union of objects at the root is an object schema", async () => {
  const tool = defineTool({
    name: "u",
    description: "",
    input: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), x: z.string() }),
      z.object({ kind: z.literal("b"), y: z.number() }),
    ]),
    execute: (input) => input.kind,
  });
  expect(tool.definition.parameters.type).toBe("object");
  expect(await tool.executeRaw('{"kind":"b","y":1}', ctx)).toEqual(textResult("b"));
  await expect(tool.executeRaw('{"kind":"b","y":1,"x":"no"}', ctx)).rejects.toThrow("x: unknown key");
});

test.each([
  ["a date", z.object({ when: z.date() }), /Date cannot be represented/],
  ["a bigint", z.object({ n: z.bigint() }), /BigInt cannot be represented/],
  ["a scalar root", z.string() as never, /has to describe an object/],
])("bad input: %s cannot be a tool's input, and the error names the tool and the way out", (_, input, message) => {
  const tool = defineTool({ name: "bad.tool", description: "", input, execute: () => null });
  expect(() => tool.definition).toThrow(message);
  expect(() => tool.definition).toThrow(/tool "bad\.tool": input: /);
});

test.each([
  [{ name: " " }, /name must not be empty/],
  [{ execute: undefined }, /execute must be a function/],
  [{ input: undefined }, /input must be a Standard Schema/],
  [{ timeoutMs: 0 }, /timeoutMs must be above 0/],
])("a declaration that cannot work is refused where it stands: %o", (broken, message) => {
  const good = { name: "t", description: "", input: z.object({}), execute: () => null };
  expect(() => defineTool({ ...good, ...broken } as never)).toThrow(message);
});

test("an output schema is enforced, and what the tool returned is not lost", async () => {
  const tool = defineTool({
    name: "o",
    description: "",
    input: z.object({}),
    output: z.object({ n: z.number() }),
    execute: () => ({ n: "not a number" }) as never,
  });
  expect(tool.spec.outputSchema).toMatchObject({ properties: { n: { type: "number" } } });
  const error = await tool.executeRaw("{}", ctx).catch((e) => e);
  expect(error).toBeInstanceOf(ToolOutputError);
  expect(error.value).toEqual({ n: "not a number" });
});

test("injected fields are hidden from the model, filled from the context, and cannot be forged", async () => {
  const tool = defineTool({
    name: "i",
    description: "",
    input: z.object({ note: z.string(), session_id: z.string(), tenant: z.string() }),
    inject: ["session_id", "tenant"],
    execute: (input) => input,
  });
  expect(tool.definition.parameters).toMatchObject({ properties: { note: {} }, required: ["note"] });
  expect(Object.keys(tool.definition.parameters.properties ?? {})).toEqual(["note"]);
  const called = createToolContext({ inject: { tenant: "acme" } }).forCall({ id: "c", sessionId: "s1" });
  expect(await tool.executeRaw('{"note":"hi"}', called)).toEqual(
    jsonResult({ note: "hi", session_id: "s1", tenant: "acme" }),
  );
  await expect(tool.executeRaw('{"note":"hi","tenant":"evil"}', called)).rejects.toThrow("tenant: set by the system");
  await expect(tool.executeRaw('{"note":"hi"}', ctx)).rejects.toThrow('injects "session_id"');
});

test("an abort is propagated as it is, before and during execution", async () => {
  const controller = new AbortController();
  let sawSignal: AbortSignal | undefined;
  const tool = defineTool({
    name: "slow",
    description: "",
    input: z.object({}),
    execute: (_, { signal }) => {
      sawSignal = signal;
      return new Promise<never>(() => {});
    },
  });
  const running = tool.executeRaw("{}", createToolContext({ signal: controller.signal }));
  await new Promise(setImmediate);
  controller.abort("enough");
  await expect(running).rejects.toBe("enough");
  expect(sawSignal?.aborted).toBe(true);
  await expect(tool.executeRaw("{}", createToolContext({ signal: controller.signal }))).rejects.toBe("enough");
});

test("timeoutMs ends a call with a retryable error and aborts its signal", async () => {
  let aborted = false;
  const tool = defineTool({
    name: "slow",
    description: "",
    input: z.object({}),
    timeoutMs: 5,
    execute: (_, { signal }) =>
      new Promise<never>(() => {
        signal?.addEventListener("abort", () => {
          aborted = true;
        });
      }),
  });
  const error = await tool.executeRaw("{}", ctx).catch((e) => e);
  expect(error).toMatchObject({ code: "tool_timeout", isRetryable: true });
  expect(aborted).toBe(true);
  await expect(tool.executeRaw("{}", createContext())).rejects.toThrow("has no clock");
});

test("reconcile answers with a result, or with undefined when nobody can tell", async () => {
  const options = { name: "t", description: "", input: z.object({}), execute: () => "done" };
  const knows = defineTool({ ...options, reconcile: async (key) => `found ${key}` });
  expect(await knows.reconcile("k1", ctx)).toEqual(textResult("found k1"));
  expect(await defineTool(options).reconcile("k1", ctx)).toBeUndefined();
});

test("the spec is pure data: it survives a round trip through JSON", () => {
  expect(JSON.parse(JSON.stringify(search.spec))).toEqual(search.spec);
  expect(search.spec).toMatchObject({ id: "docs.search", effect: "read", tags: ["docs", "read"], strict: false });
  expect(defineTool({ name: "t", description: "", input: z.object({}), execute: () => 1 }).spec.effect).toBe("once");
});

test("draft-07 and 2020-12 differ where the drafts do", () => {
  const tool = defineTool({
    name: "t",
    description: "",
    input: z.object({ pair: z.tuple([z.string(), z.number()]) }),
    execute: () => null,
  });
  expect(tool.inputSchema("draft-07").properties?.pair).toMatchObject({
    items: [{ type: "string" }, { type: "number" }],
  });
  expect(tool.inputSchema("draft-2020-12").properties?.pair).toMatchObject({
    prefixItems: [{ type: "string" }, { type: "number" }],
  });
});

test("a result that a tool hands out again and again stays as it made it, also a frozen one", async () => {
  const output = z.object({ word: z.string().toUpperCase() });
  const shared = Object.freeze(jsonResult({ word: "hey" }, { bounds: { returned: 1, truncated: false } }));
  const tool = defineTool({
    name: "t",
    description: "d",
    input: z.object({}),
    output,
    execute: () => shared,
  });
  for (const _ of [1, 2]) {
    const result = await tool.executeRaw("{}", ctx);
    expect(result).toEqual(jsonResult({ word: "HEY" }, { bounds: { returned: 1, truncated: false } }));
    expect(isToolResult(result)).toBe(true);
  }
  expect(shared.value).toEqual({ word: "hey" });
});
