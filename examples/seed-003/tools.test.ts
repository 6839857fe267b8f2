import { implement, type Rules } from "kigumi";
import { expect, test } from "vitest";
import * as bindTo from "./bind-to.ts";
import * as fields from "./fields.ts";
import * as inject from "./inject.ts";
import { GO, open, scripted } from "./run-design.ts";
import * as tools from "./tools.ts";
import * as toolsets from "./toolsets.ts";

test("Field and Attribute: a model is shown the same, and both have their defaults", async () => {
  const planner = scripted([
    { name: "attributes.search", args: { query: "a" } },
    { name: "fields.search", args: { query: "b" } },
  ]);
  const received: unknown[] = [];
  const search = (input: object) => void received.push(input);
  await using runtime = await open(fields, {
    planners: { "desk.chat": planner },
    executors: { "attributes.search": search, "fields.search": search },
  });
  await runtime.client("desk.chat").oneShot({ messages: GO });
  const [first, second] = planner.inputs[0]?.tools ?? [];
  expect(first?.parameters).toEqual(second?.parameters);
  expect(received).toEqual([
    { query: "a", limit: 10 },
    { query: "b", limit: 10 },
  ]);
});

test("Toolset: agents are offered the tools under the toolset's name", async () => {
  const planner = scripted();
  await using runtime = await open(toolsets, {
    planners: { "desk.chat": planner },
    executors: { "docs.search.search": () => ({ documents: [] }), "data-tools.analyze": () => ({ insights: [] }) },
  });
  await runtime.client("desk.chat").oneShot({ messages: GO });
  expect(planner.inputs[0]?.tools).toMatchObject([
    { name: "docs.search.search", description: "Search indexed documentation" },
    { name: "data-tools.analyze", description: "Analyze dataset" },
  ]);
});

const executors = {
  "docs.search": () => ({ documents: ["a", "b"] }),
  "docs.search_some": () => ({ documents: [], count: 0 }),
  "docs.web_search": () => null,
  "reuse.search": () => ({ results: [] }),
  "files.delete_file": () => null,
};

test("Args: a value out of its range never reaches the tool", async () => {
  const planner = scripted([{ name: "docs.search_some", args: { query: "x", limit: 101 } }]);
  let calls = 0;
  const search = () => {
    calls++;
    return { documents: [], count: 0 };
  };
  await using runtime = await open(tools, {
    planners: { "desk.chat": planner },
    executors: { ...executors, "docs.search_some": search },
  });
  const { toolEvents } = await runtime.client("desk.chat").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome).toMatchObject({
    type: "failure",
    failure: { error: expect.stringContaining("limit") },
  });
  expect(calls).toBe(0);
});

test("Tags: a run can be kept from tools by what they are tagged with, and so can every run by a policy", async () => {
  const planner = scripted();
  const options = { planners: { "desk.chat": planner }, executors };
  await using runtime = await open(tools, options);
  await runtime.client("desk.chat").oneShot({ messages: GO, overrides: { deniedTags: ["destructive"] } });
  expect(planner.inputs[0]?.tools.map(({ name }) => name)).not.toContain("files.delete_file");
  await runtime.client("desk.chat").oneShot({ messages: GO, overrides: { allowedTags: ["docs"] } });
  expect(planner.inputs[1]?.tools.map(({ name }) => name)).toEqual(["docs.search"]);

  const governed = scripted([{ name: "files.delete_file", args: { path: "/" } }]);
  const policy: Rules = { allow: "*", deny: ["tag:destructive"], params: {} };
  await using strict = await open(tools, { planners: { "desk.chat": governed }, executors, policy });
  const { toolEvents } = await strict.client("desk.chat").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome.type).toBe("failure");
});

test("BindTo: the method does the work, also for a tool of another shape", async () => {
  const payloads: unknown[] = [];
  await using runtime = await open(bindTo, {
    planners: {
      "orchestrator.chat": scripted([
        { id: "c1", name: "docs.search", args: { query: "x" } },
        { id: "c2", name: "docs.find", args: { query: "y", reason: "curious" } },
      ]),
    },
    services: [
      implement(bindTo.orchestrator, {
        Search: (payload: { query: string }) => {
          payloads.push(payload);
          return { documents: [payload.query], took_ms: 3 };
        },
      }),
    ],
  });
  const { toolEvents } = await runtime.client("orchestrator.chat").oneShot({ messages: GO });
  expect(payloads).toEqual([{ query: "x" }, { query: "y" }]);
  const contents = Object.fromEntries(
    toolEvents.map(({ tool, outcome }) => [tool, outcome.type === "success" ? outcome.content : outcome]),
  );
  expect(contents).toEqual({
    "docs.search": '{"documents":["x"],"took_ms":3}',
    "docs.find": '{"documents":["y"]}',
  });
});

test("Inject: the model neither sees nor sets the session, and the method gets it", async () => {
  const planner = scripted(
    [{ name: "data.get_data", args: { query: "mine" } }],
    [{ name: "data.get_data", args: { query: "theirs", session_id: "s2" } }],
  );
  const payloads: unknown[] = [];
  const get = (payload: { session_id: string; query: string }) => {
    payloads.push(payload);
    return { data: [payload.session_id] };
  };
  await using runtime = await open(inject, {
    planners: { "data_service.chat": planner },
    services: [implement("data_service", { get })],
  });
  await runtime.sessions.create("s1");
  const { toolEvents } = await runtime.client("data_service.chat").run({ sessionId: "s1", messages: GO });
  const { properties, required } = planner.inputs[0]?.tools[0]?.parameters ?? {};
  expect({ shown: Object.keys(properties ?? {}), required }).toEqual({ shown: ["query"], required: ["query"] });
  expect(payloads).toEqual([{ query: "mine", session_id: "s1" }]);
  expect(toolEvents[1]?.outcome.type).toBe("failure");
});

test("Inject: an application's own hook can fill the field, and what it fills in is never logged", async () => {
  const get = ({ session_id }: { session_id: string }) => ({ data: [String(session_id.length)] });
  await using runtime = await open(inject, {
    planners: { "data_service.chat": scripted([{ name: "data.get_data", args: { query: "q" } }]) },
    services: [implement("data_service", { get })],
    inject: (_state, { tool }) => (tool === "data.get_data" ? { session_id: "secret" } : undefined),
  });
  const { runId, toolEvents } = await runtime.client("data_service.chat").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome).toMatchObject({ content: '{"data":["6"]}' });
  expect(JSON.stringify(await runtime.runs.read(runId))).not.toContain("secret");
});
