import { afterEach, expect, test } from "vitest";
import { ToolRulesMode } from "../policy/tool-rules-mode.ts";
import type { ToolProvider } from "./tool-provider.ts";
import {
  collectProviderTools,
  getEffectiveToolRules,
  getProviderToolRules,
  listProviderTools,
  registerToolProvider,
} from "./tool-providers.ts";

const undos: (() => void)[] = [];
const local = { discover: false } as const;

afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

function register(tools: unknown, rules: unknown = null): () => void {
  const undo = registerToolProvider({ listTools: () => tools, getToolRules: () => rules } as unknown as ToolProvider);
  undos.push(undo);
  return undo;
}

test("9.5 names come in the order of the providers, each once, at its first place", async () => {
  register([{ name: "b" }, { name: "a" }]);
  register(Promise.resolve(new Set([{ name: "c" }, { name: "b" }, function named() {}])));
  expect(await listProviderTools(local)).toEqual(["b", "a", "c", "named"]);
});

test("a later tool of the same name wins and keeps the place", async () => {
  const later = { name: "b", version: 2 };
  register([{ name: "b" }, { name: "a" }]);
  register([later]);
  const tools = await collectProviderTools(local);
  expect([...tools.keys()]).toEqual(["b", "a"]);
  expect(tools.get("b")).toBe(later);
});

test("9.5 a tool without a name is E4", async () => {
  for (const nameless of [{}, { name: "" }, { name: 7 }, null, undefined, () => 1]) {
    const undo = register([nameless]);
    await expect(listProviderTools(local)).rejects.toMatchObject({
      code: "E4",
      message: "[kantan-agents][E4] Tool must define name",
    });
    undo();
  }
});

test("a provider that lists no list is told so", async () => {
  register({ a: 1 });
  await expect(listProviderTools(local)).rejects.toMatchObject({ code: "invalid_tool_provider" });
});

test("9.4 a provider without both methods is E7 at registration", () => {
  for (const bad of [
    {},
    null,
    "x",
    { listTools: () => [] },
    { getToolRules: () => null },
    { listTools: 1, getToolRules: 1 },
  ]) {
    expect(() => registerToolProvider(bad as unknown as ToolProvider)).toThrow(
      "[kantan-agents][E7] Tool provider must implement list_tools and get_tool_rules",
    );
  }
});

test("a registration is undone once, and only its own", async () => {
  const provider: ToolProvider = { listTools: () => [{ name: "a" }], getToolRules: () => ({ deny: ["x"] }) };
  const undoFirst = registerToolProvider(provider);
  const undoSecond = registerToolProvider(provider);
  undoFirst();
  undoFirst();
  expect(await listProviderTools(local)).toEqual(["a"]);
  undoSecond();
  expect(await listProviderTools(local)).toEqual([]);
  expect(await getProviderToolRules(local)).toEqual({ allow: null, deny: null, params: {} });
});

test("9.6 the providers' rules are one normalized triple", async () => {
  register([], { allow: ["a"], params: { a: { n: { maximum: 5, minimum: 1 } } } });
  register([], Promise.resolve({ allow: "b", deny: ["c"], params: { a: { n: { maximum: 9 } } } }));
  register([], null);
  expect(await getProviderToolRules(local)).toEqual({
    allow: ["a", "b"],
    deny: ["c"],
    params: { a: { n: { maximum: 9, minimum: 1 } } },
  });
});

test("9.6 rules that are no rules are E18", async () => {
  register([], "allow everything");
  await expect(getProviderToolRules(local)).rejects.toMatchObject({ code: "E18" });
});

test("9.2 and 9.7 explicit rules are joined to the providers' and win in params", async () => {
  register([], { allow: ["a"], deny: ["x"], params: { a: { n: { maximum: 5 } } } });
  const toolRules = { allow: ["b"], params: { a: { n: { maximum: 1 } } } };
  expect(await getEffectiveToolRules({ ...local, toolRules })).toEqual({
    allow: ["a", "b"],
    deny: ["x"],
    params: { a: { n: { maximum: 1 } } },
  });
});

test("9.3 without explicit rules the providers' stand, and without providers there is no opinion", async () => {
  expect(await getEffectiveToolRules(local)).toEqual({ allow: null, deny: null, params: {} });
  register([], { allow: ["a"] });
  expect(await getEffectiveToolRules(local)).toEqual({ allow: ["a"], deny: null, params: {} });
  expect(await getEffectiveToolRules({ ...local, context: {} })).toEqual({ allow: ["a"], deny: null, params: {} });
});

test("9.7 the toolRules argument replaces the context's rules and is not merged with them", async () => {
  const context = { toolRules: { deny: ["from-context"] } };
  expect((await getEffectiveToolRules({ ...local, context })).deny).toEqual(["from-context"]);
  expect((await getEffectiveToolRules({ ...local, context, toolRules: { deny: ["given"] } })).deny).toEqual(["given"]);
  expect((await getEffectiveToolRules({ ...local, context, toolRules: null })).deny).toEqual(["from-context"]);
});

test("a context may spell it tool_rules and may hold a mode", async () => {
  expect((await getEffectiveToolRules({ ...local, context: { tool_rules: { deny: ["x"] } } })).deny).toEqual(["x"]);
  expect((await getEffectiveToolRules({ ...local, context: { toolRules: ToolRulesMode.DENY_ALL } })).deny).toBe("*");
});

test("7.4 rules in the context that are no object are E18", async () => {
  for (const toolRules of ["bad", 1, []]) {
    await expect(getEffectiveToolRules({ ...local, context: { toolRules } })).rejects.toMatchObject({ code: "E18" });
  }
});

test("a context that is no plain object is E5, also when rules are given beside it", async () => {
  for (const bad of ["x", 1, [], new Map()]) {
    const context = bad as unknown as Record<string, unknown>;
    await expect(getEffectiveToolRules({ ...local, context, toolRules: {} })).rejects.toMatchObject({
      code: "E5",
      message: "[kantan-agents][E5] Context must be a dict",
    });
  }
});
