import { expect, test } from "vitest";
import {
  Agent,
  AgentToolset,
  Args,
  ArrayOf,
  Attribute,
  BoundedResult,
  Compress,
  CompressAtMaxInputTokens,
  CompressAtTurns,
  Confirmation,
  Cursor,
  Default,
  DefaultCaps,
  DeniedResultTemplate,
  Export,
  evaluate,
  History,
  Int,
  KeepMaxTurns,
  MaxToolCalls,
  Method,
  NextCursor,
  Passthrough,
  Payload,
  PromptTemplate,
  Required,
  Result,
  Return,
  RunPolicy,
  Service,
  Tags,
  Tool,
  Toolset,
  Use,
} from "../../design/index.ts";
import { createMemoryEngine } from "../../engine/create-memory-engine.ts";
import { scriptedModel } from "../../model/index.ts";
import { createRuntime } from "../runtime.ts";
import { caller, designed, silent, user } from "../testing/designed-runtime.ts";
import { implement } from "./implement.ts";
import { wireDesign } from "./wire-design.ts";

const docs = Toolset("docs", () => {
  Tool("search", "Search", () => {
    Args(() => {
      Attribute("query", String);
      Attribute("limit", Int, () => {
        Default(5);
      });
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String));
      Required("documents");
    });
  });
  Tool("publish", "Publish");
});

test("an executor gets checked arguments with defaults, and what it returns is held against the design", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      Use(docs, () => {
        Tool("search");
      });
    });
  });
  const planner = caller(
    { name: "docs.search", args: { query: "x" } },
    { name: "docs.search", args: { query: "wrong" } },
    { name: "docs.publish", args: {} },
  );
  const inputs: unknown[] = [];
  await using runtime = await createRuntime(
    designed(
      { desk },
      {
        planners: { "desk.chat": planner },
        executors: {
          "docs.search": (input: { query: string; limit: number }) => {
            inputs.push(input);
            return input.query === "wrong" ? { documents: 1 } : { documents: [`${input.query}${input.limit}`] };
          },
        },
      },
    ),
  );
  const { status, toolEvents } = await runtime.client("desk.chat").oneShot({ messages: user });
  expect(status).toBe("completed");
  expect(inputs).toEqual([
    { query: "x", limit: 5 },
    { query: "wrong", limit: 5 },
  ]);
  expect(
    toolEvents.map(({ outcome }) => (outcome.type === "success" ? outcome.content : outcome.failure.kind)),
  ).toEqual(['{"documents":["x5"]}', "malformed_result", "unavailable"]);
  // Only what the agent uses of the toolset is offered; nobody had to execute the rest.
  expect(planner.inputs[0]?.tools.map(({ name }) => name)).toEqual(["docs.search"]);
});

test("an exported tool is a run of the exporting agent; one with Passthrough goes straight to the method", async () => {
  const logging = Service("LoggingService", () => {
    Method("LogMessage", () => {
      Payload(() => {
        Attribute("message", String);
        Required("message");
      });
      Result(() => {
        Attribute("logged", Boolean);
      });
    });
  });
  const desk = Service("desk", () => {
    Agent("planner", () => {
      Export("planning", () => {
        Tool("create_plan", "Create a plan", () => {
          Args(() => {
            Attribute("goal", String);
            Required("goal");
          });
        });
        Tool("log_message", "Log a message", () => {
          Args(() => {
            Attribute("message", String);
            Required("message");
          });
          Return(() => {
            Attribute("logged", Boolean);
          });
          Passthrough("log_message", "LoggingService", "LogMessage");
        });
        Tags("planning");
      });
    });
    Agent("front", () => {
      Use(AgentToolset("desk", "planner", "planning"));
    });
  });
  const front = caller(
    { id: "plan", name: "planning.create_plan", args: { goal: "tidy" } },
    { id: "log", name: "planning.log_message", args: { message: "hi" } },
  );
  const logged: string[] = [];
  await using runtime = await createRuntime({
    ...designed(
      { desk, logging },
      {
        planners: { "desk.front": front, "desk.planner": caller() },
        agentToolsets: { planning: { prompts: { "planning.create_plan": "Plan for: {{ .Goal }}" } } },
        services: [
          implement(logging, {
            LogMessage: ({ message }: { message: string }) => {
              logged.push(message);
              return { logged: true };
            },
          }),
        ],
      },
    ),
  });
  const output = await runtime.client("desk.front").oneShot({ messages: user });
  expect(output).toMatchObject({ status: "completed", message: '{"logged":true}' });
  expect(logged).toEqual(["hi"]);
  const runs = await runtime.runs.list({});
  expect(runs.map(({ agentId }) => agentId).sort()).toEqual(["desk.front", "desk.planner"]);
  const child = runs.find(({ agentId }) => agentId === "desk.planner");
  const [started] = await runtime.runs.read(child?.runId ?? "");
  expect(started).toMatchObject({ messages: [{ role: "user", content: "Plan for: tidy" }] });
});

test("policies, bounds and confirmations of the design hold on the runtime", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      Use("devices", () => {
        Tool("list", "List devices", () => {
          Args(() => {
            Attribute("cursor", String);
          });
          Return(() => {
            Attribute("names", ArrayOf(String));
            Attribute("next_cursor", String);
          });
          BoundedResult(() => {
            Cursor("cursor");
            NextCursor("next_cursor");
          });
        });
        Tool("restart", "Restart", () => {
          Args(() => {
            Attribute("name", String);
            Required("name");
          });
          Return(() => {
            Attribute("summary", String);
          });
          Confirmation(() => {
            PromptTemplate("Restart {{ .Name }}?");
            DeniedResultTemplate('{"summary":"{{ .Name }} stays"}');
          });
        });
      });
      RunPolicy(() => {
        DefaultCaps(MaxToolCalls(2));
      });
    });
  });
  const planner = caller(
    { name: "devices.list", args: {} },
    { name: "devices.restart", args: { name: "web-1" } },
    { name: "devices.list", args: { cursor: "p1" } },
    { name: "devices.list", args: { cursor: "p3" } },
  );
  await using runtime = await createRuntime(
    designed(
      { desk },
      {
        planners: { "desk.chat": planner },
        executors: {
          "devices.list": () => ({ names: ["web-1"], returned: 1, truncated: true, next_cursor: "p2" }),
          "devices.restart": () => ({ summary: "restarted" }),
        },
      },
    ),
  );
  await runtime.sessions.create("s");
  const run = await runtime.client("desk.chat").start({ sessionId: "s", messages: user });
  for await (const event of run.events()) if (event.type === "await_confirmation") break;
  const [pending] = await runtime.approvals({ runId: run.id });
  expect(pending).toMatchObject({ tool: "devices.restart", prompt: "Restart web-1?" });
  await runtime.provideConfirmation({ runId: run.id, id: pending?.id ?? "", approved: false, requestedBy: "ana" });
  const { toolEvents } = await run.result();
  expect(toolEvents.map(({ outcome }) => outcome)).toMatchObject([
    { type: "success", bounds: { returned: 1, truncated: true, nextCursor: "p2" } },
    { content: '{"summary":"web-1 stays"}' },
    { type: "success" },
    { type: "failure", failure: { recovery: { action: "finish" } } },
  ]);
  expect(planner.inputs.at(-1)?.finalize?.reason).toBe("tool_cap");
});

test("a history is compressed by turns and tokens as the design says", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      RunPolicy(() => {
        History(() => {
          CompressAtTurns(30);
          CompressAtMaxInputTokens(1000);
          KeepMaxTurns(10);
        });
      });
    });
  });
  await using runtime = await createRuntime({
    ...designed({ desk }, { planners: { "desk.chat": silent }, historyModels: { "desk.chat": "small" } }),
    models: { small: scriptedModel([]) },
  });
  const { runId } = await runtime.client("desk.chat").oneShot({ messages: user });
  expect((await runtime.runs.read(runId))[0]).toMatchObject({
    policy: { history: { type: "compress", triggerAt: 30, triggerAtInputTokens: 1000, keepRecent: 10 } },
  });
});

test("what an agent adds to the tags of an export counts for those who use it from there", async () => {
  const utils = Toolset("utils", () => {
    Tool("sum", "Sum up", () => Tags("math"));
    Tool("mean", "Average");
  });
  const desk = Service("desk", () => {
    Agent("analyst", () => {
      Use(utils);
      Export(utils, () => {
        Tool("sum");
        Tags("shared");
      });
    });
    Agent("front", () => Use(AgentToolset("desk", "analyst", "utils")));
  });
  const [front, analyst] = [caller(), caller()];
  await using runtime = await createRuntime(
    designed(
      { desk },
      {
        planners: { "desk.front": front, "desk.analyst": analyst },
        executors: { "utils.sum": () => 1, "utils.mean": () => 1 },
      },
    ),
  );
  for (const agent of ["desk.front", "desk.analyst"]) {
    await runtime.client(agent).oneShot({ messages: user, overrides: { allowedTags: ["shared"] } });
    await runtime.client(agent).oneShot({ messages: user, overrides: { allowedTags: ["math"] } });
  }
  const offered = ({ inputs }: typeof front) => inputs.map(({ tools }) => tools.map(({ name }) => name));
  expect(offered(front)).toEqual([["utils.sum"], ["utils.sum"]]);
  expect(offered(analyst)).toEqual([[], ["utils.sum"]]);
});

test("a runtime that is there already is given the agents of a design one by one", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      RunPolicy(() => {
        History(() => Compress(3, 1));
      });
    });
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  runtime.registerModel("small", scriptedModel([]));
  const options = { planners: { "desk.chat": silent }, historyModels: { "desk.chat": "small" } };
  for (const agent of await wireDesign({ design: evaluate({ desk }), ...options })) runtime.registerAgent(agent);
  expect(await runtime.client("desk.chat").oneShot({ messages: user })).toMatchObject({ status: "completed" });
  await expect(wireDesign({ design: evaluate({ desk }) })).rejects.toMatchObject({ code: "incomplete_design" });
});

test("a model that has been through JSON is as good as the one that was evaluated", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      Use(docs, () => {
        Tool("search");
      });
    });
  });
  const options = designed(
    { desk },
    {
      planners: { "desk.chat": caller({ name: "docs.search", args: { query: "q" } }) },
      executors: { "docs.search": () => ({ documents: ["one"] }) },
    },
  );
  await using runtime = await createRuntime({ ...options, design: JSON.parse(JSON.stringify(options.design)) });
  expect(await runtime.client("desk.chat").oneShot({ messages: user })).toMatchObject({
    message: '{"documents":["one"]}',
  });
});
