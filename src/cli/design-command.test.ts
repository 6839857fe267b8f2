import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runHere } from "./testing/cli-here.ts";
import { CliFolder } from "./testing/cli-process.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

const language = fileURLToPath(new URL("../design/index.ts", import.meta.url));

function file(name: string, text: string): void {
  writeFileSync(join(folder.path, name), text);
}

/** A design in which the arguments of one tool, and what else it says, are up to the test. */
function design(name: string, { query = "", says = "" } = {}): void {
  file(
    name,
    `import { API, Agent, AgentToolset, ArrayOf, Args, Attribute, BindTo, Confirmation, Default, DefaultCaps, DeniedResultTemplate, Effect, Enum, Export, Inject, Int, MCPServer, MCPTool, MCPToolset, MaxToolCalls, Method, Payload, PromptTemplate, PublishTo, Registry, Required, Result, Return, RunPolicy, Service, Tags, TimeBudget, Tool, Toolset, URL, Use, Version } from ${JSON.stringify(language)};
export const api = API("ops", () => Version("2.0"));
export const corp = Registry("corp", () => URL("https://registry.example.com"));
const docs = Toolset("docs", () => {
  Tool("search", "Search", () => {
    Args(() => {
      Attribute("query", String, () => { ${query} });
      Attribute("session_id", String);
      Attribute("limit", Int, () => Default(5));
      Required("query", "session_id");
    });
    Return(() => { Attribute("documents", ArrayOf(String)); Required("documents"); });
    Inject("session_id");
    Tags("docs");
    ${says}
  });
});
export const desk = Service("desk", () => {
  MCPServer("desk", "1.0.0");
  Method("add", () => {
    Payload(() => { Attribute("a", Int); Required("a"); });
    Result(Int);
    MCPTool("add", "Add one");
  });
  Agent("chat", "Talks", () => {
    Use(docs);
    Use(MCPToolset("desk", "sums"));
    Use(AgentToolset("desk", "planner", "plans"));
    RunPolicy(() => { DefaultCaps(MaxToolCalls(8)); TimeBudget("2m"); });
  });
  Agent("planner", () => {
    Export("plans", () => { Tool("make", "Make a plan"); Tool("drop", "Drop a plan"); PublishTo(corp); });
  });
});
`,
  );
}

test("show prints what a design declares as a tree", async () => {
  design("design.ts", { says: 'Effect("read");' });
  const { code, stdout } = await folder.run(["design", "show", "design.ts"]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "api ops  2.0
    service desk
    ├─ method add(a) → integer
    └─ MCP server desk 1.0.0
       └─ tool add
    agent desk.chat  Talks
    ├─ uses docs
    ├─ uses sums
    ├─ uses plans  answered by desk.planner
    └─ runs with at most 8 tool calls, budget 2m
    agent desk.planner
    └─ exports plans  published to corp
    toolset docs
    └─ search(query, limit?) → documents  read  injects session_id  #docs
    toolset sums  MCP: sums of desk, schemas design
    └─ add(a) → integer
    toolset plans  answered by desk.planner
    ├─ make()
    └─ drop()
    registry corp  https://registry.example.com
    "
  `);
});

test("show --json gives the model, and every command takes it in the place of the design", async () => {
  design("design.ts");
  const shown = await folder.run(["design", "show", "design.ts", "--json"]);
  expect(shown.json).toMatchObject([{ type: "design", model: { version: 1, agents: [{ id: "desk.chat" }, {}] } }]);
  file("model.json", shown.stdout);
  const same = await folder.run(["design", "diff", "model.json", "design.ts"]);
  expect(same).toMatchObject({ code: 0, stdout: "no differences\n" });
});

test("check says everything that is wrong, where, and what to do: exit code 1", async () => {
  design("good.ts");
  expect(await folder.run(["design", "check", "good.ts"])).toMatchObject({ code: 0, stdout: "good.ts: no problems\n" });

  design("bad.ts", { says: 'Inject("nobody"); BindTo("nowhere");' });
  const { code, stdout, stderr } = await folder.run(["design", "check", "good.ts", "bad.ts"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^good.ts: no problems\nerror: bad\.ts:\d+:\d+ docs › search: .*"nobody"/);
  expect(stdout).toMatch(/error: bad\.ts:\d+:\d+ docs › search: .*"nowhere"/);
  expect(stderr).toBe("error: bad.ts has 2 problems\n");
  const { json } = await folder.run(["design", "check", "bad.ts", "--json"]);
  expect(json.map(({ type }) => type)).toEqual(["problem", "problem", "checked", "error"]);
  expect(json[0]).toMatchObject({ code: "unknown_field", severity: "error", line: expect.any(Number) });
});

test("check lets warnings pass, unless it is strict", async () => {
  design("design.ts", { says: 'Tags("destructive");' });
  const lax = await folder.run(["design", "check", "design.ts"]);
  expect(lax).toMatchObject({ code: 0, stdout: expect.stringContaining("(unconfirmed_destructive_tool)") });
  const strict = await folder.run(["design", "check", "design.ts", "--strict"]);
  expect(strict).toMatchObject({ code: 1, stderr: "error: design.ts has 1 warning\n" });
});

test("diff names breaking changes first, with exit code 1, and lets compatible ones pass", async () => {
  design("before.ts");
  design("after.ts", { query: 'Enum("a", "b")', says: 'Effect("read"); Tags("new");' });
  const { code, stdout, stderr } = await folder.run(["design", "diff", "before.ts", "after.ts"]);
  expect({ code, stdout, stderr }).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "error: 2 changes from before.ts to after.ts may break what relies on it
    ",
      "stdout": "breaking  docs › search › args › query: takes only "a", "b" (values_removed)
    breaking  docs › search: the effect was "once", is "read" (effect_changed)
    compatible  docs › search: the tag "new" is new (tag_added)
    ",
    }
  `);
  const { json } = await folder.run(["design", "diff", "before.ts", "after.ts", "--json"]);
  expect(json.map(({ type }) => type)).toEqual(["change", "change", "change", "result", "error"]);
  expect(json[3]).toEqual({ type: "result", changes: 3, breaking: 2 });
  design("tagged.ts", { says: 'Tags("new");' });
  expect((await folder.run(["design", "diff", "before.ts", "tagged.ts"])).code).toBe(0);
});

test.each([
  [["show", "nowhere.ts"], "there are no designs at nowhere.ts"],
  [["show", "broken.json"], "broken.json is not valid JSON"],
  [["show", "other.json"], "other.json holds no model of a design"],
  [["show", "empty.json"], "empty.json holds no model of a design"],
  [["diff", "other.json"], "missing required argument 'after'"],
])("design %j was asked for wrongly: exit code 2", async (args, message) => {
  file("broken.json", "{");
  file("other.json", '{"version":2}');
  file("empty.json", '{"version":1}');
  const { code, stderr } = await runHere(["design", ...args], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test("a design that cannot be loaded, or has no model, is exit code 1", async () => {
  file("throws.ts", 'throw new Error("no luck");');
  expect(await folder.run(["design", "show", "throws.ts"])).toMatchObject({
    code: 1,
    stderr: "error: throws.ts (designs) could not be loaded: no luck, at throws.ts:1:7\n",
  });
  file("astray.ts", `import { Tool } from ${JSON.stringify(language)};\nTool("search");\n`);
  expect(await folder.run(["design", "check", "astray.ts"])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^error: astray\.ts:2:1: Tool was called outside of every block/),
  });
  design("bad.ts", { says: 'BindTo("nowhere");' });
  const { code, stdout, stderr } = await folder.run(["design", "show", "bad.ts"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^error: bad\.ts:\d+:\d+ [\s\S]*\nerror: bad\.ts has 1 problem\n$/);
});
