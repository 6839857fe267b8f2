import { expect, test } from "vitest";
import { z } from "zod";
import { Agent } from "./agent.ts";
import type { HistoryEntry } from "./history.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";

test("10.1 question and answer are added to the history, as role and text", async () => {
  await using endpoint = await scriptedEndpoint("hi");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  const earlier: HistoryEntry[] = [{ role: "user", text: "before" }];
  const context = await agent.run("hello", { history: earlier });
  expect(context.history).toEqual([
    { role: "user", text: "before" },
    { role: "user", text: "hello" },
    { role: "assistant", text: "hi" },
  ]);
  expect(JSON.stringify(endpoint.requests[0]?.body)).not.toContain("before");
});

test("10.1 structured output is kept as JSON, and items as what the user said in them", async () => {
  await using endpoint = await scriptedEndpoint({ output: { ok: true } });
  const agent = new Agent({
    name: "a",
    instructions: "Help.",
    model: endpoint.model,
    outputType: z.object({ ok: z.boolean() }),
  });
  const context = await agent.run([
    { role: "user", content: "one" },
    { role: "assistant", status: "completed", content: [{ type: "output_text", text: "ignored" }] },
    { role: "user", content: [{ type: "input_text", text: "two" }] },
  ]);
  expect(context.history).toEqual([
    { role: "user", text: "one\ntwo" },
    { role: "assistant", text: '{"ok":true}' },
  ]);
});

test.each([
  { limit: 1, kept: ["b2"] },
  { limit: 2, kept: ["a2", "b2"] },
  { limit: 3, kept: ["b1", "a2", "b2"] },
  { limit: 4, kept: ["a1", "b1", "a2", "b2"] },
])("10.2 with a limit of $limit the oldest entries go", async ({ limit, kept }) => {
  await using endpoint = await scriptedEndpoint("b1", "b2");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, history: limit });
  const context = await agent.run("a1");
  await agent.run("a2", context);
  expect(context.history?.map(({ text }) => text)).toEqual(kept);
});

test("10.3 with 0, or less, the history is neither written nor looked at", async () => {
  for (const history of [0, -1]) {
    await using endpoint = await scriptedEndpoint("hi", "hi");
    const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, history });
    expect(await agent.run("hello")).not.toHaveProperty("history");
    expect((await agent.run("hello", { history: "whatever" as never })).history).toBe("whatever");
  }
});

test("a history that is no list is E6", async () => {
  const agent = new Agent({ name: "a", instructions: "Help.", model: "unused" });
  await expect(agent.run("hello", { history: {} })).rejects.toMatchObject({
    code: "E6",
    message: "[kantan-agents][E6] Context history must be a list",
  });
});

test("11.1 structured output is stored under outputDest, over what was there", async () => {
  await using endpoint = await scriptedEndpoint({ output: { ok: true } });
  const agent = new Agent({
    name: "a",
    instructions: "Help.",
    model: endpoint.model,
    outputType: z.object({ ok: z.boolean() }),
    outputDest: "verdict",
  });
  expect((await agent.run("hello", { verdict: "old" })).verdict).toEqual({ ok: true });
});

test("11.1 an answer that is no object is not stored", async () => {
  await using endpoint = await scriptedEndpoint("plain");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, outputDest: "verdict" });
  expect(await agent.run("hello")).not.toHaveProperty("verdict");
});

test("a destination called __proto__ is a key like any other", async () => {
  await using endpoint = await scriptedEndpoint({ output: { ok: true } });
  const outputType = z.object({ ok: z.boolean() });
  const agent = new Agent({
    name: "a",
    instructions: "Help.",
    model: endpoint.model,
    outputType,
    outputDest: "__proto__",
  });
  const context = await agent.run("hello");
  expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
  expect(Object.getOwnPropertyDescriptor(context, "__proto__")?.value).toEqual({ ok: true });
});
