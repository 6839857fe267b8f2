/** Names and texts that code, files and objects stumble over, all the way: evaluated, generated, compiled, run. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/codegen/index.ts";
import * as d from "../../src/design/index.ts";
import { createMemoryEngine, createRuntime, type Runtime } from "../../src/index.ts";
import type { JsonValue } from "../../src/json/json.ts";
import { final, scriptedPlanner } from "../conformance/scripted-planner.ts";
import { GeneratedFolder } from "./generated-folder.ts";

const placeholder = `\`$${"{process.exit(1)}"}\``;
const hostileText = `ends */ here, ${placeholder} \\ \u2028 "quoted" </script>`;
const inherited = ["constructor", "toString", "hasOwnProperty", "then"];
const spelled = ["日本", "two words", "a-b", "class", "1st", 'quote"d', "$ref"];

const Node: d.UserType = d.Type("Node", () => {
  d.Description(hostileText);
  d.Attribute("label", String, hostileText);
  d.Attribute("children", d.ArrayOf(Node));
  d.Attribute("named", d.MapOf(String, Branch));
  d.Required("label");
});
const Branch: d.UserType = d.Type("Branch", () => d.Attribute("back", Node));

const design = {
  con: d.Toolset("con", () => {
    for (const name of ["class", "delete", "then", "aux"]) {
      d.Tool(name, hostileText, () => {
        d.Args(() => {
          for (const field of [...inherited, ...spelled]) d.Attribute(field, String, hostileText);
          d.Attribute("node", Node);
          d.Required("constructor");
        });
        d.Return(Node);
        d.ResultReminder(hostileText);
        d.Tags("*/", placeholder);
      });
    }
  }),
  desk: d.Service("static", () => {
    d.Agent("nul", hostileText, () => {
      d.Use("con");
      d.Export("export", () => d.Tool("import", hostileText));
    });
  }),
};

let folder: GeneratedFolder;
const files = generate(d.evaluate(design));
beforeAll(() => {
  folder = new GeneratedFolder(files);
});
afterAll(() => folder[Symbol.dispose]());

test("whatever things are called, the code compiles, and no path is one that a system keeps for itself", () => {
  expect(folder.compile()).toBe("");
  for (const path of files.keys()) {
    expect(path).toMatch(/^[\w./-]+$/);
    expect(path.split("/")).not.toContain("con");
    expect(path.split("/")).not.toContain("nul");
  }
});

const node = { label: "a", children: [{ label: "b", named: { constructor: { back: { label: "c" } } } }] };

test.each([
  ["generated", true],
  ["wired from the model", false],
])("%s, tools take and return what they declare under every name", async (_, isGenerated) => {
  const sent = [...inherited, ...spelled].map((field) => [field, field]);
  const all: Record<string, JsonValue> = { ...Object.fromEntries(sent), node };
  const planner = scriptedPlanner(
    {
      toolCalls: [
        { id: "all", name: "con.class", args: all },
        { id: "least", name: "con.delete", args: { constructor: "x" } },
        { id: "none", name: "con.then", args: {} },
        { id: "deep", name: "con.aux", args: { constructor: "x", node: { label: "a", children: [{}] } } },
      ],
    },
    final("done"),
  );
  const got: unknown[] = [];
  const execute = (payload: unknown) => {
    got.push(payload);
    return node;
  };
  const tools = ["con.class", "con.delete", "con.then", "con.aux"];
  const executors = Object.fromEntries(tools.map((id) => [id, execute]));
  await using runtime = await (isGenerated ? generated({ planner, executors }) : wired({ planner, executors }));
  const output = await runtime.client("static.nul").oneShot({ messages: [{ role: "user", content: "go" }] });
  const outcomes = new Map(output.toolEvents.map(({ callId, outcome }) => [callId, outcome]));
  const least: Record<string, unknown> = { constructor: "x" };
  expect(got).toHaveLength(2);
  expect(got).toContainEqual(all);
  expect(got).toContainEqual(least);
  expect(outcomes.get("all")).toMatchObject({ type: "success", content: JSON.stringify(node) });
  expect(JSON.stringify(outcomes.get("none"))).toContain("constructor: required, but missing (expected string)");
  expect(JSON.stringify(outcomes.get("deep"))).toContain("node.children[0].label: required, but missing");
});

interface Parts {
  readonly planner: ReturnType<typeof scriptedPlanner>;
  readonly executors: Record<string, (payload: unknown) => unknown>;
}

async function wired({ planner, executors }: Parts): Promise<Runtime> {
  const planners = { "static.nul": planner };
  return createRuntime({ engine: createMemoryEngine(), design: d.evaluate(design), planners, executors });
}

async function generated({ planner, executors }: Parts): Promise<Runtime> {
  const path = [...files.keys()].find((each) => each.endsWith("/registry.ts")) ?? "";
  const { registerUsedToolsets, registerNulAgent } = await folder.import<{
    registerUsedToolsets(runtime: Runtime, executors: object): void;
    registerNulAgent(runtime: Runtime, config: object): Promise<void>;
  }>(path);
  const runtime = createRuntime({ engine: createMemoryEngine() });
  registerUsedToolsets(runtime, executors);
  await registerNulAgent(runtime, { planner });
  return runtime;
}
