import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runHere } from "./testing/cli-here.ts";
import { CliFolder } from "./testing/cli-process.ts";
import { writeTraces } from "./testing/trace-file.ts";

let folder: CliFolder;
beforeEach(async () => {
  folder = new CliFolder();
  const call = (name: string, input: object, more = {}) => ({
    spanData: { type: "function", name, input: JSON.stringify(input), output: "" },
    ...more,
  });
  await writeTraces(folder, [
    {
      traceId: "trace_a",
      spans: [
        call("read", { path: "a" }),
        call("exec", { command: "rm \u001b[31m-rf /" }),
        call("write", { path: "b" }, { error: { message: "[kantan-agents][E8] Tool is not allowed: write" } }),
        call("login", { password: "hunter2hunter2" }),
      ],
    },
  ]);
});
afterEach(() => folder[Symbol.dispose]());

const policyTest = (args: readonly string[]) => runHere(["policy", "test", ...args], { cwd: folder.path });
const file = (name: string, content: unknown) => {
  writeFileSync(join(folder.path, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
};

const candidate = { deny: ["exec"], confirm: "read", params: { login: { password: { minLength: 12 } } } };

test("policy test tells what would change, what would be hit, and ends well", async () => {
  const { code, stdout } = await policyTest([file("rules.json", candidate)]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "4 recorded calls, 0 would go as before

    would be denied: 1 call
      1 call of exec  ←  deny: exec, was allowed
          last at 2026-03-01 12:00:01
          {"command":"rm \\u001b[31m-rf /"}  trace_a

    would ask a person: 1 call
      1 call of read  ←  confirm: read, was allowed
          last at 2026-03-01 12:00:00
          {"path":"a"}  trace_a

    would newly be allowed: 1 call
      1 call of write  ←  no rule matches, and no allow list limits the rest, was denied
          last at 2026-03-01 12:00:02
          {"path":"b"}  trace_a

    cannot be told: 1 call
      1 call of login  ←  an argument was cut or holds a masked secret, and the policy may look at it
          last at 2026-03-01 12:00:03
          {"password":"***"}  trace_a
    "
  `);
});

test("--json gives the groups and the sums, and --fail-on makes a gate of them", async () => {
  const rules = file("rules.json", candidate);
  const { code, json } = await policyTest([rules, "--json", "--fail-on", "deny", "confirm"]);
  expect(code).toBe(1);
  expect(json.map(({ type }) => type)).toEqual(["group", "group", "group", "group", "result", "error"]);
  expect(json.at(-2)).toEqual({
    ...{ type: "result", calls: 4, unchanged: 0 },
    changes: { deny: 1, confirm: 1, allow: 1, undecidable: 1 },
  });
  expect(json.at(-1)).toMatchObject({ code: "policy_changes", message: expect.stringContaining("deny: 1 call") });
  expect((await policyTest([file("open.json", {}), "--fail-on", "deny"])).code).toBe(0);
});

test("--baseline compares two policies, and --since bounds the calls", async () => {
  const rules = file("rules.json", candidate);
  const same = await policyTest([rules, "--baseline", rules, "--json"]);
  expect(same.json.at(-1)).toMatchObject({ calls: 4, changes: { deny: 0, confirm: 0, allow: 0, undecidable: 1 } });
  const recent = await policyTest([rules, "--since", "1m", "--json"]);
  expect(recent.json).toEqual([{ type: "result", calls: 0, unchanged: 0, changes: expect.anything() }]);
});

test("a module may export rules with argument matchers, or a policy; --tools tells tags", async () => {
  const matcher = file(
    "rules.mjs",
    'export const rules = { deny: [{ tool: "exec", args: ({ command }) => command.startsWith("rm") }] };',
  );
  expect((await policyTest([matcher, "--json"])).json.at(-1)).toMatchObject({ changes: { deny: 1 } });
  const policy = file(
    "policy.mjs",
    'export default { decide: ({ id }) => ({ effect: id === "read" ? "deny" : "allow", reason: "mine" }) };',
  );
  expect((await policyTest([policy, "--json"])).json).toContainEqual(
    expect.objectContaining({ change: "deny", tool: "read", rule: "mine" }),
  );

  const byTag = file("tags.json", { deny: ["tag:danger"] });
  expect((await policyTest([byTag, "--json"])).json.at(-1)).toMatchObject({ changes: { undecidable: 4 } });
  const tools = file(
    "tools.mjs",
    `const tool = (id, tags) => ({ id, spec: { tags } });
     export const exec = tool("exec", ["danger"]);
     export const others = [tool("read", []), tool("write", []), tool("login", [])];`,
  );
  const told = await policyTest([byTag, "--tools", tools, "--json"]);
  expect(told.json.at(-1)).toMatchObject({ changes: { deny: 1, allow: 1, undecidable: 0 } });
});

test.each([
  ["nowhere.json", undefined, "there are no rules at nowhere.json"],
  ["broken.json", "{", "broken.json is not valid JSON"],
  ["typo.json", { denny: ["exec"] }, 'has a key "denny" that rules do not have; did you mean "deny"?'],
  [
    "param.json",
    { params: { exec: { command: { maxlength: 3 } } } },
    'params.exec.command in param.json has a key "maxlength" that rules do not have; did you mean "maxLength"?',
  ],
  ["list.json", ["exec"], "list.json holds no rules"],
  ["empty.mjs", "export const other = 1;", "exports no rules; export them as default, rules or policy"],
])("%s is no rules: exit code 2", async (name, content, message) => {
  if (content !== undefined) file(name, content);
  const { code, stderr } = await policyTest([name]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("a module that fails to load is exit code 1 and says why", async () => {
  const { code, stderr } = await policyTest([file("bad.mjs", 'throw new Error("no luck");')]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "error: bad.mjs (rules) could not be loaded: no luck, at bad.mjs:1:7\n",
  });
});
