import { expect, test } from "vitest";
import type { JsonObject } from "../../json/json.ts";
import { Sanitizer } from "../sanitize/sanitizer.ts";
import { spanRow } from "./span-row.ts";

const rowOf = (span_data: JsonObject) =>
  spanRow(
    { id: "s", trace_id: "t", parent_id: null, started_at: null, ended_at: null, span_data, error: null },
    new Sanitizer(),
  );
const generation = (output: unknown, more: JsonObject = {}) =>
  rowOf({ type: "generation", output: [output], ...more } as JsonObject);
const parse = (json: string | null) => JSON.parse(json ?? "null");

test("a judge wins over tool calls, tool calls over structure, structure over text", () => {
  const call = { type: "function_call", name: "f", arguments: "{}" };
  expect(rowOf({ type: "custom", name: "judge", data: { output: call, rubric: { score: 1 } } }).output_kind).toBe(
    "judge",
  );
  expect(generation({ tool_calls: [call], extra: 1 }).output_kind).toBe("tool_calls");
  expect(generation({ answer: 42 }).output_kind).toBe("structured");
  expect(generation("hello").output_kind).toBe("text");
  expect(rowOf({ type: "agent", name: "a" }).output_kind).toBeNull();
});

test.each([
  ["beside the output", rowOf({ type: "generation", output: ["x"], rubric: { score: 0.5, comment: "a" } })],
  [
    "in the data of a custom span",
    rowOf({ type: "custom", name: "judge", data: { rubric: { score: 0.5, comment: "a" } } }),
  ],
  ["wrapped in the output", generation({ rubric: { score: 0.5, comments: ["a"] } })],
  ["as the output", generation({ score: 0.5, comments: ["a"] })],
  ["as the text of an answer", generation({ role: "assistant", content: '{"score":0.5,"comment":"a"}' })],
])("a rubric is found %s, in one form", (_, row) => {
  expect(row.output_kind).toBe("judge");
  expect(parse(row.rubric_json)).toEqual({ score: 0.5, comments: ["a"], comment: "a" });
});

test("several comments are also one, and tags are kept", () => {
  const row = generation({ score: 1, comments: ["good", "short"], tags: ["style"] });
  expect(parse(row.rubric_json)).toEqual({
    score: 1,
    comments: ["good", "short"],
    comment: "good\nshort",
    tags: ["style"],
  });
});

test("a score among other fields is an ordinary structured answer", () => {
  expect(generation({ score: 3, team: "red" }).output_kind).toBe("structured");
});

test.each<[string, unknown]>([
  [
    "chat completions",
    {
      choices: [
        { message: { role: "assistant", tool_calls: [{ id: "c", function: { name: "f", arguments: '{"a":1}' } }] } },
      ],
    },
  ],
  ["responses", [{ type: "reasoning" }, { type: "function_call", call_id: "c", name: "f", arguments: '{"a":1}' }]],
  [
    "messages",
    {
      role: "assistant",
      content: [
        { type: "text", text: "hm" },
        { type: "tool_use", id: "c", name: "f", input: { a: 1 } },
      ],
    },
  ],
  ["our own runs", { role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", args: { a: 1 } }] }],
])("tool calls are found in the form of %s", (_, output) => {
  expect(parse(generation(output).tool_calls_json)).toEqual([{ name: "f", id: "c", arguments: { a: 1 } }]);
});

test("the old single function call is a tool call", () => {
  expect(parse(generation({ function_call: { name: "f", arguments: "{}" } }).tool_calls_json)).toEqual([
    { name: "f", arguments: {} },
  ]);
});

test("a plain answer is its text, whatever envelope it came in", () => {
  expect(generation({ choices: [{ message: { role: "assistant", content: "hi" } }] }).output).toBe("hi");
  const response = {
    output: [{ type: "reasoning" }, { type: "message", content: [{ type: "output_text", text: "hi" }] }],
  };
  const row = rowOf({
    type: "response",
    _input: "ask",
    _response: { ...response, usage: { input_tokens: 2, output_tokens: 3 } },
  });
  expect(row).toMatchObject({ input: "ask", output: "hi", output_kind: "text" });
  expect(parse(row.usage_json)).toEqual({ input_tokens: 2, output_tokens: 3, total_tokens: 5 });
  expect(row.raw_json).not.toContain("_response");
});

test("usage has one spelling, and keeps what else was reported", () => {
  const row = generation("x", { usage: { prompt_tokens: 2, completion_tokens: 3, details: { cached: 1 } } });
  expect(parse(row.usage_json)).toEqual({
    prompt_tokens: 2,
    completion_tokens: 3,
    details: { cached: 1 },
    input_tokens: 2,
    output_tokens: 3,
    total_tokens: 5,
  });
});

test("tasks and turns of the SDK are custom spans, and what they sum up is not counted again", () => {
  const row = rowOf({ type: "turn", turn: 1, agent_name: "a", usage: { input_tokens: 5 } });
  expect(row).toMatchObject({ span_type: "custom", name: "turn", usage_json: null });
  expect(parse(row.raw_json).span_data).toEqual({
    type: "custom",
    name: "turn",
    data: { sdk_span_type: "turn", turn: 1, agent_name: "a", usage: { input_tokens: 5 } },
  });
});

test("what is no text is stored as JSON that people can read, letters as they are", () => {
  expect(generation({ 検索: [1] }).output).toBe('{\n  "検索": [\n    1\n  ]\n}');
});

test("secrets are masked in every column", () => {
  const key = "sk-abcdefghij1234";
  const row = spanRow(
    {
      id: "s",
      trace_id: "t",
      parent_id: null,
      started_at: null,
      ended_at: null,
      span_data: {
        type: "generation",
        name: key,
        input: [{ content: key }],
        output: [{ rubric: { score: 1, comment: key }, tool_calls: [{ function: { name: key, arguments: key } }] }],
        usage: { note: key },
        model_config: { api_key: "short" },
      },
      error: { message: key, data: { authorization: "Bearer abcdefghijkl" } },
    },
    new Sanitizer(),
  );
  for (const [column, value] of Object.entries(row)) {
    expect(String(value), column).not.toMatch(/abcdefghij|short/);
  }
  expect(row.error_json).toBe('{"message":"sk-***","data":{"authorization":"***"}}');
});
