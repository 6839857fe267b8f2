import { expect, test } from "vitest";
import type { Clock } from "../../tool/clock.ts";
import { PromptRegistry } from "./prompt-registry.ts";
import { createMemoryPromptStore } from "./prompt-store.ts";

function registry() {
  let now = 0;
  const clock: Clock = { now: () => new Date(++now), after: () => () => {} };
  const prompts = new PromptRegistry(createMemoryPromptStore(), clock);
  prompts.register({ id: "greeting", role: "system", template: "Hello {{ .name }}" });
  return prompts;
}

const ada = { name: "Ada" };

test("a prompt is rendered as it was registered, under a version that its text makes", async () => {
  expect(await registry().render("greeting", ada, {})).toEqual({
    promptId: "greeting",
    version: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    text: "Hello Ada",
  });
  const prompts = registry();
  prompts.register({ id: "named", role: "user", template: "x", version: "v7" });
  expect(await prompts.render("named", {}, {})).toMatchObject({ version: "v7" });
});

test("a session's own override comes before any number of labels, more labels before fewer, newer before older", async () => {
  const prompts = registry();
  const add = (template: string, scope: { sessionId?: string; labels?: Record<string, string> }) =>
    prompts.override({ promptId: "greeting", template, scope });
  await add("session", { sessionId: "s1" });
  await add("two labels", { labels: { org: "acme", site: "tokyo" } });
  await add("old", { labels: { org: "acme" } });
  await add("new", { labels: { org: "acme" } });
  const said = async (audience: { sessionId?: string; labels?: Record<string, string> }) =>
    (await prompts.render("greeting", ada, audience)).text;
  expect(await said({ sessionId: "s1", labels: { org: "acme", site: "tokyo" } })).toBe("session");
  expect(await said({ sessionId: "s2", labels: { org: "acme", site: "tokyo" } })).toBe("two labels");
  expect(await said({ labels: { org: "acme", site: "oslo" } })).toBe("new");
  expect(await said({ labels: { org: "other" } })).toBe("Hello Ada");
});

test("the use of an override names its scope and version", async () => {
  const prompts = registry();
  const override = await prompts.override({ promptId: "greeting", template: "Hi", scope: { sessionId: "s" } });
  expect(await prompts.render("greeting", {}, { sessionId: "s" })).toEqual({
    promptId: "greeting",
    version: override.version,
    scope: { sessionId: "s" },
    text: "Hi",
  });
});

test("overrides are never lost: the history has them all, the newest first", async () => {
  const prompts = registry();
  for (const template of ["one", "two"]) await prompts.override({ promptId: "greeting", template, scope: {} });
  expect((await prompts.history("greeting")).map(({ template, createdAt }) => [template, createdAt])).toEqual([
    ["two", 2],
    ["one", 1],
  ]);
});

test("rendering is strict, and what cannot be rendered is not registered", async () => {
  const prompts = registry();
  await expect(prompts.render("greeting", {}, {})).rejects.toThrow(".name");
  await expect(prompts.render("greetign", {}, {})).rejects.toThrow('did you mean "greeting"?');
  await expect(prompts.override({ promptId: "greeting", template: "{{ .x", scope: {} })).rejects.toThrow();
  expect(() => prompts.register({ id: "greeting", role: "user", template: "x" })).toThrow("already registered");
  expect(() => prompts.register({ id: " ", role: "user", template: "x" })).toThrow("needs an id and a template");
  expect(() => prompts.register({ id: "bad", role: "user", template: "{{ if }}" })).toThrow();
  expect(prompts.list().map(({ id }) => id)).toEqual(["greeting"]);
});
