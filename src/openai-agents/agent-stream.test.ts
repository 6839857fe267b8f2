import { expect, test } from "vitest";
import { Agent } from "./agent.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";

test("a stream tells what happens, and leaves the same context finished", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "look", args: {} }] }, "It is raining outside.");
  const agent = new Agent({ name: "a", instructions: "Look.", model: endpoint.model, tools: [function look() {}] });
  const context = {};
  const stream = await agent.runStream("weather?", context);
  const types: string[] = [];
  for await (const event of stream) types.push(event.type === "run_item_stream_event" ? event.name : event.type);
  expect(types).toContain("raw_model_stream_event");
  expect(types.filter((type) => type.startsWith("tool_") || type.startsWith("message_"))).toEqual([
    "tool_called",
    "tool_output",
    "message_output_created",
  ]);
  expect(await stream.completed).toBe(context);
  expect(context).toMatchObject({
    result: { finalOutput: "It is raining outside." },
    history: [{ text: "weather?" }, { text: "It is raining outside." }],
  });
});

test("the text of the answer can be read by itself", async () => {
  await using endpoint = await scriptedEndpoint("It is raining outside.");
  const stream = await new Agent({ name: "a", instructions: "Look.", model: endpoint.model }).runStream("weather?");
  const pieces: string[] = [];
  for await (const piece of stream.text()) pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join("")).toBe("It is raining outside.");
});

test("a broken rule ends the stream with the rule's own error", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "look", args: { where: "out" } }] });
  const agent = new Agent({ name: "a", instructions: "Look.", model: endpoint.model, tools: [function look() {}] });
  const toolRules = { params: { look: { where: { enum: ["in"] } } } };
  const context: Record<string, unknown> = { toolRules };
  const stream = await agent.runStream("weather?", context);
  const violation = { code: "E12", message: "[kantan-agents][E12] Tool parameter enum mismatch: look.where" };
  const reading = (async () => {
    for await (const _ of stream);
  })();
  await expect(reading).rejects.toMatchObject(violation);
  await expect(stream.completed).rejects.toMatchObject(violation);
  expect(context).toMatchObject({ result: null, history: [] });
});

test("a bad context is refused before the stream begins", async () => {
  const agent = new Agent({ name: "a", instructions: "Look.", model: "unused" });
  await expect(agent.runStream("weather?", [])).rejects.toMatchObject({ code: "E5" });
});

test("a reader who leaves ends the run, and nothing counts as answered", async () => {
  await using endpoint = await scriptedEndpoint("It is raining outside.");
  const context: Record<string, unknown> = {};
  const agent = new Agent({ name: "a", instructions: "Look.", model: endpoint.model });
  const stream = await agent.runStream("weather?", context);
  for await (const _ of stream.text()) break;
  await stream.completed;
  expect(context.history).toEqual([]);
  expect(context.result).toBe(stream.result);
});
