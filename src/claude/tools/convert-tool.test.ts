import { tool as sdkTool } from "@anthropic-ai/claude-agent-sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Rules } from "../../policy/rules.ts";
import { createToolContext } from "../../runtime/tool-context.ts";
import { createMemoryOutputStore } from "../../store/memory-output-store.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { convertTool, convertToolWithDeps } from "./convert-tool.ts";
import type { DepsBearer } from "./deps/deps-context.ts";
import { MissingDepsError, ToolValidationError, UnsupportedDepsTypeError } from "./tool-errors.ts";
import type { ClaudeTool, ToolLike } from "./tool-like.ts";

const schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"], "x-origin": "elsewhere" };
const double: ToolLike = {
  name: "double",
  description: "Doubles",
  parametersJsonSchema: schema,
  function: ({ a }: { a: number }) => a * 2,
};
const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("US2-1 FR-003 name, description and schema are kept; the schema is the very same object", () => {
  expect(convertTool(double)).toMatchObject({ name: "double", description: "Doubles" });
  expect(convertTool(double).inputSchema).toBe(schema);
});

test("FR-003 name and description may stand on the definition, and no description is an empty one", () => {
  const function_ = () => 1;
  const onDefinition = {
    tool_def: { name: "n", description: "d", parameters_json_schema: schema },
    function: function_,
  };
  expect(convertTool(onDefinition)).toMatchObject({ name: "n", description: "d" });
  expect(convertTool({ ...double, description: null }).description).toBe("");
});

test("US2-2 FR-005 synchronous and asynchronous functions both answer asynchronously", async () => {
  expect(await convertTool(double).handler({ a: 2 })).toEqual(text("4"));
  const later = { ...double, function: async ({ a }: { a: number }) => `${a * 2}!` };
  expect(await convertTool(later).handler({ a: 2 })).toEqual(text("4!"));
});

test("a function keeps its tool as `this`", async () => {
  const counting = {
    ...double,
    count: 41,
    function(this: { count: number }) {
      this.count += 1;
      return this.count;
    },
  };
  expect(await convertTool(counting).handler({ a: 1 })).toEqual(text("42"));
});

test("US2-3 a tool that takes a context cannot be converted without one", () => {
  for (const flag of ["takesCtx", "takes_ctx"]) {
    const convert = () => convertTool({ ...double, [flag]: true });
    expect(convert).toThrow(MissingDepsError);
    expect(convert).toThrow("double takes a context, but no dependencies were given; convert it with");
  }
});

test("US2-5 FR-006 an MCP result passes whole", async () => {
  const response = { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }], isError: true };
  expect(await convertTool({ ...double, function: () => response }).handler({ a: 1 })).toBe(response);
});

test("US1-4 what a tool throws is an error result by default, and is thrown on when asked for, once logged", async () => {
  const failure = new RangeError("too far");
  const fails = {
    ...double,
    function: () => {
      throw failure;
    },
  };
  expect(await convertTool(fails).handler({ a: 1 })).toEqual({ ...text("Error: RangeError: too far"), isError: true });

  const logged: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void logged.push(message) };
  const throwing = convertTool(fails, { onToolError: "throw", ctx: createToolContext({ logger }) });
  await expect(throwing.handler({ a: 1 })).rejects.toBe(failure);
  expect(logged).toEqual(["tool double failed: too far"]);
});

test("bad input: a handler that throws a string is told as it is, and thrown on as it is", async () => {
  const fails = { ...double, function: () => Promise.reject("out of paper") };
  expect(await convertTool(fails).handler({ a: 1 })).toEqual({ ...text("Error: out of paper"), isError: true });
  await expect(convertTool(fails, { onToolError: "throw" }).handler({ a: 1 })).rejects.toBe("out of paper");
});

test("edge: an empty or blank name is refused", () => {
  for (const name of ["", "  \n", undefined, null, 7]) {
    expect(() => convertTool({ ...double, name } as ToolLike)).toThrow(ToolValidationError);
  }
  expect(() => convertTool({ ...double, name: " " })).toThrow(
    'name of a tool has to be a text that is not blank, but is " "',
  );
});

test("edge: a tool without a function is refused", () => {
  const { function: _, ...rest } = double;
  expect(() => convertTool(rest)).toThrow(ToolValidationError);
  expect(() => convertTool({ ...double, function: "run" } as never)).toThrow(
    'tool "double": function has to be a function, but is string',
  );
});

test("FR-012 a schema that no object fits is refused at conversion, and so is what is no tool", () => {
  expect(() => convertTool({ ...double, parametersJsonSchema: { type: "string" } })).toThrow(ToolValidationError);
  expect(() => convertTool({ ...double, parametersJsonSchema: [] })).toThrow(ToolValidationError);
  for (const wrong of [null, undefined, 7, "double", []]) {
    expect(() => convertTool(wrong as unknown as ClaudeTool)).toThrow(ToolValidationError);
  }
});

test("arguments are checked against the foreign schema before the function sees them, in either mode", async () => {
  for (const onToolError of ["return", "throw"] as const) {
    const response = await convertTool(double, { onToolError }).handler({ a: "two" });
    expect(response).toMatchObject({ isError: true });
    expect(response.content[0]).toMatchObject({ text: expect.stringContaining("a: expected number, received") });
  }
});

test("edge: an abort is thrown on, never a result", async () => {
  const controller = new AbortController();
  const seen = Promise.withResolvers<AbortSignal | undefined>();
  const waits = {
    ...double,
    function: (_: unknown, { signal }: { signal?: AbortSignal }) => {
      seen.resolve(signal);
      return new Promise(() => {});
    },
  };
  const running = convertTool(waits).handler({ a: 1 }, { signal: controller.signal });
  const signal = await seen.promise;
  controller.abort(new Error("user left"));
  await expect(running).rejects.toThrow("user left");
  expect(signal?.aborted).toBe(true);

  const aborts = { ...double, function: () => Promise.reject(new DOMException("stopped", "AbortError")) };
  await expect(convertTool(aborts).handler({ a: 1 })).rejects.toThrow("stopped");
});

test("either signal aborts: the one of the call and the one of the context", async () => {
  const run = new AbortController();
  const waits = { ...double, function: () => new Promise(() => {}) };
  const converted = convertTool(waits, { ctx: createToolContext({ signal: run.signal }) });
  const running = converted.handler({ a: 1 }, { signal: new AbortController().signal });
  await new Promise(setImmediate);
  run.abort(new Error("run over"));
  await expect(running).rejects.toThrow("run over");
});

interface Config {
  readonly region: string;
}
const needsConfig: ToolLike = {
  name: "where",
  parametersJsonSchema: schema,
  takesCtx: true,
  function: ({ deps }: DepsBearer<Config>, { a }: { a: number }) => `${deps.region}-${a}`,
};

test("US3-1 FR-007 FR-010 SC-003 plain data is injected as the context's deps, by reference", async () => {
  const deps = { region: "eu" };
  const converted = convertToolWithDeps(needsConfig, deps);
  expect(await converted.handler({ a: 1 })).toEqual(text("eu-1"));
  expect(converted.inputSchema).toBe(schema);
  deps.region = "us";
  expect(await converted.handler({ a: 1 })).toEqual(text("us-1"));
});

test("US3-2 instances of a class with a schema, and values that a schema describes, are data too", async () => {
  class Place {
    static readonly schema = z.object({ region: z.string() });
    readonly region: string = "ap";
  }
  expect(await convertToolWithDeps(needsConfig, new Place()).handler({ a: 2 })).toEqual(text("ap-2"));

  const since = z.codec(z.iso.datetime(), z.date(), {
    decode: (iso) => new Date(iso),
    encode: (date) => date.toISOString(),
  });
  const dated = { ...needsConfig, function: ({ deps }: DepsBearer<{ since: Date }>) => deps.since.getUTCFullYear() };
  const deps = { since: new Date(0) };
  expect(await convertToolWithDeps(dated, deps, { schema: z.object({ since }) }).handler({ a: 1 })).toEqual(
    text("1970"),
  );
  expect(() => convertToolWithDeps(dated, deps)).toThrow(UnsupportedDepsTypeError);
});

test("US3-3 FR-009 SC-004 a client object is refused, however deep it is", () => {
  class AsyncClient {
    readonly socket = new Map();
  }
  expect(() => convertToolWithDeps(needsConfig, new AsyncClient())).toThrow(UnsupportedDepsTypeError);
  expect(() => convertToolWithDeps(needsConfig, { http: [{ client: new AsyncClient() }] })).toThrow(
    expect.objectContaining({ typeName: "AsyncClient", path: "$.http[0].client" }),
  );
});

test("a tool of ours goes in as it is: governed, described, with its dependencies in its context", async () => {
  const tool = defineTool({
    name: "files.write",
    title: "Write",
    description: "Writes",
    effect: "idempotent",
    input: z.object({ path: z.string().max(5) }),
    execute: ({ path }, ctx) => ({ path, user: ctx.deps.user, call: ctx.call?.id }),
  });
  const converted = convertToolWithDeps(tool, { user: "ada" });
  expect(converted).toMatchObject({
    name: "files.write",
    title: "Write",
    annotations: { readOnlyHint: false, idempotentHint: true },
  });
  expect(converted.inputSchema).toBe(tool.definition.parameters);
  expect(await converted.handler({ path: "a" }, { _meta: { "claudecode/toolUseId": "toolu_9" } })).toEqual(
    text('{"path":"a","user":"ada","call":"toolu_9"}'),
  );
  expect(await converted.handler({ path: "much too long" })).toMatchObject({ isError: true });
});

test("policy, confirmation and output store govern the call, for foreign tools as for ours", async () => {
  const policy: Rules = { allow: "*", deny: ["double"], params: {} };
  expect(await convertTool(double, { policy, onToolError: "throw" }).handler({ a: 1 })).toEqual({
    ...text("Permission denied: a deny rule matches (double)"),
    isError: true,
  });

  const confirm: Rules = { allow: "*", deny: null, confirm: ["double"], params: {} };
  expect(await convertTool(double, { policy: confirm }).handler({ a: 1 })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("Permission denied: double needs a person's approval") }],
  });
  expect(await convertTool(double, { policy: confirm, confirm: () => true }).handler({ a: 1 })).toEqual(text("2"));

  await using outputStore = createMemoryOutputStore();
  const long = { ...double, function: () => ({ rows: Array.from({ length: 5000 }, (_, row) => `row ${row}`) }) };
  const [block] = (await convertTool(long, { outputStore, maxOutputBytes: 1000 }).handler({ a: 1 })).content;
  if (block?.type !== "text") throw new Error("expected a text");
  expect(block.text.length).toBeLessThan(2000);
  expect(block.text).toMatch(/truncated.*ref/i);
});

test("a converted tool is left as it is", () => {
  const converted = convertTool(double);
  expect(convertTool(converted)).toBe(converted);
});

test("FR-012 one that looks converted and is not is refused: no name, no JSON Schema, or a tool of the SDK's own", () => {
  const converted = convertTool(double);
  expect(() => convertTool({ ...converted, name: " " })).toThrow(ToolValidationError);
  expect(() => convertTool({ ...converted, inputSchema: {} })).toThrow("inputSchema has to be a JSON Schema");
  const shape = { a: z.string() };
  const sdks = sdkTool("sdks", "", shape, async () => ({ content: [] }));
  expect(() => convertTool(sdks as unknown as ClaudeTool)).toThrow("createSdkMcpServer");
  expect(() => convertTool({ ...converted, inputSchema: z.object(shape) })).toThrow("createSdkMcpServer");
  const described = { ...converted, inputSchema: z.toJSONSchema(z.object(shape)) };
  expect(convertTool(described)).toBe(described);
});
