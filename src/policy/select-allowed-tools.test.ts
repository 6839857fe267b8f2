import { expect, test } from "vitest";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { SecurityPolicyConfig } from "./security-policy.ts";
import { selectAllowedTools } from "./select-allowed-tools.ts";

const definitions = {
  exec_command: { name: "exec_command" },
  read_file: { name: "read_file" },
  write_file: { name: "write_file" },
} as const;

function names(policy: unknown, table: Readonly<Record<string, { name: string }>> = definitions): string[] {
  return selectAllowedTools(table, policy as SecurityPolicyConfig).map(({ name }) => name);
}

test("11 under a default of deny only what is explicitly allowed is returned", () => {
  expect(selectAllowedTools(definitions, { defaultPolicy: "deny", tools: { read_file: "allow" } })).toEqual([
    definitions.read_file,
  ]);
});

test("11 under a default of allow what is explicitly denied is left out", () => {
  expect(names({ defaultPolicy: "allow", tools: { exec_command: "deny" } })).toEqual(["read_file", "write_file"]);
});

test("3.1 the order is the definitions', not the policy's", () => {
  const tools = { read_file: "allow", exec_command: "allow" };
  expect(names({ defaultPolicy: "deny", tools })).toEqual(["exec_command", "read_file"]);
});

test("7 names the definitions do not have are ignored", () => {
  expect(names({ defaultPolicy: "deny", tools: { unknown: "allow", read_file: "allow" } })).toEqual(["read_file"]);
});

test("3.2 nothing allowed is an empty list, and so is nothing defined", () => {
  expect(names({ defaultPolicy: "deny", tools: {} })).toEqual([]);
  expect(names({ defaultPolicy: "allow", tools: {} }, {})).toEqual([]);
});

test("only an exact allow allows; null and undefined fall back to the default", () => {
  for (const level of ["ALLOW", "yes", true, 1, {}]) {
    expect(names({ defaultPolicy: "allow", tools: { read_file: level } })).toEqual(["exec_command", "write_file"]);
    expect(names({ defaultPolicy: level, tools: {} })).toEqual([]);
  }
  expect(names({ defaultPolicy: "allow", tools: { read_file: undefined, write_file: null } })).toHaveLength(3);
});

test("inherited names of the policy mean nothing, and own ones are ordinary", () => {
  const table = JSON.parse('{"constructor": {"name": "constructor"}, "__proto__": {"name": "__proto__"}}');
  expect(names({ defaultPolicy: "deny", tools: {} }, table)).toEqual([]);
  expect(names({ defaultPolicy: "deny", tools: Object.create({ constructor: "allow" }) }, table)).toEqual([]);
  expect(names({ defaultPolicy: "deny", tools: JSON.parse('{"__proto__": "allow"}') }, table)).toEqual(["__proto__"]);
});

test("a tool called * or tag:x is only that tool", () => {
  const table = { "*": { name: "*" }, "tag:x": { name: "tag:x" }, a: { name: "a" } };
  expect(names({ defaultPolicy: "deny", tools: { "*": "allow" } }, table)).toEqual(["*"]);
  expect(names({ defaultPolicy: "allow", tools: { "*": "deny", "tag:x": "deny" } }, table)).toEqual(["a"]);
});

test("the list follows a policy that changes", () => {
  const policy = { defaultPolicy: "deny" as const, tools: {} as Record<string, "allow" | "deny"> };
  expect(names(policy)).toEqual([]);
  policy.tools.write_file = "allow";
  expect(names(policy)).toEqual(["write_file"]);
});

test("a policy without levels is refused with a message, never read as open", () => {
  for (const bad of [null, {}, { defaultPolicy: "allow" }, { defaultPolicy: "allow", tools: [] }]) {
    expect(() => names(bad)).toThrow(KigumiError);
    expect(() => names(bad)).toThrow(/"tools"/);
  }
});

test("a misspelled tool name does not compile", () => {
  // @ts-expect-error read_fil is no tool of the table
  expect(selectAllowedTools(definitions, { defaultPolicy: "deny", tools: { read_fil: "allow" } })).toEqual([]);
});
