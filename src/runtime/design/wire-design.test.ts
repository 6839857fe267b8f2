import { expect, test } from "vitest";
import {
  Agent,
  AgentToolset,
  Args,
  ArrayOf,
  Attribute,
  AudienceEvidence,
  AudienceInternal,
  BindTo,
  BoundedResult,
  Compress,
  CompressAtMaxInputTokens,
  CompressAtTurns,
  Confirmation,
  Cursor,
  Default,
  DefaultCaps,
  DeniedResultTemplate,
  Enum,
  Export,
  evaluate,
  FromMethodResultField,
  FromRegistry,
  History,
  Inject,
  Int,
  KeepMaxTurns,
  MaxToolCalls,
  MCPToolset,
  Method,
  ModeAlways,
  NextCursor,
  Passthrough,
  Payload,
  PromptTemplate,
  Registry,
  URL as RegistryURL,
  Required,
  Result,
  Return,
  RunPolicy,
  ServerData,
  Service,
  StreamingResult,
  Tags,
  Tool,
  Toolset,
  Use,
  Version,
} from "../../design/index.ts";
import { createMemoryEngine } from "../../engine/create-memory-engine.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { scriptedModel } from "../../model/index.ts";
import type { PlanInput, PlannedCall, Planner } from "../../run/plan.ts";
import { createRuntime } from "../runtime.ts";
import type { DesignedRuntimeOptions, DesignOptions } from "./design-options.ts";
import { implement } from "./implement.ts";
import { wireDesign } from "./wire-design.ts";

const user = [{ role: "user", content: "go" }] as const;

/** Makes its calls, one turn each, then answers with what it read last. */
function caller(...calls: PlannedCall[]): Planner & { readonly inputs: PlanInput[] } {
  const inputs: PlanInput[] = [];
  const plan = async (input: PlanInput) => {
    inputs.push(input);
    const call = calls[inputs.length - 1];
    if (call !== undefined && input.finalize === undefined) return { toolCalls: [call] };
    const last = input.messages.findLast((message) => message.role === "tool");
    return { finalResponse: { text: String(last?.results.at(-1)?.content ?? "done") } };
  };
  return { planStart: plan, planResume: plan, inputs };
}

const silent: Planner = caller();

async function gapsOf(
  options: DesignedRuntimeOptions,
): Promise<readonly { option: string; id: string; message: string }[]> {
  const error = await createRuntime(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!KigumiError.isInstance(error) || error.code !== "incomplete_design") throw error ?? new Error("it was complete");
  return (error.data as { gaps: readonly { option: string; id: string; message: string }[] }).gaps;
}

function designed(module: object, options: Omit<DesignOptions, "design">): DesignedRuntimeOptions {
  return { engine: createMemoryEngine(), design: evaluate(module), ...options };
}

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

test("everything that is missing is named at once, and everything that is misspelled", async () => {
  const corp = Registry("corp", () => {
    RegistryURL("https://registry.example.com");
  });
  const desk = Service("desk", () => {
    Method("list_devices", () => {
      Result(ArrayOf(String));
    });
    Agent("chat", () => {
      Use(docs);
      Use(MCPToolset("remote", "search", () => Tool("web", "Search the web")));
      Use(MCPToolset("other", "files"));
      Use(Toolset("data", FromRegistry(corp, "data-tools")));
      Use("devices", () => {
        Tool("list", "List devices", () => BindTo("ListDevices"));
      });
      RunPolicy(() => {
        History(() => Compress(30, 10));
      });
    });
    Agent("helper", () => {});
  });
  const gaps = await gapsOf(
    designed(
      { desk },
      {
        planners: { "desk.helpre": silent },
        executors: { "docs.publish": () => undefined, "docs.serach": () => undefined },
        services: [implement("desk", { listDevice: () => [] }), implement("dsek", {})],
        mcpCallers: { files: { callTool: async () => ({}) } },
      },
    ),
  );
  expect(gaps.map(({ option, id }) => `${option} ${id}`)).toEqual([
    "planners desk.chat",
    "historyModels desk.chat",
    "planners desk.helper",
    "mcpCallers search",
    "mcpCallers files",
    "registries corp",
    "planners desk.helpre",
    "executors docs.serach",
    "services desk.listDevice",
    "services dsek",
    "executors docs.search",
    "services desk.list_devices",
  ]);
  const messages = gaps.map(({ message }) => message).join("\n");
  expect(messages).toContain('did you mean "desk.helper"?');
  expect(messages).toContain('did you mean "docs.search"?');
  expect(messages).toContain('did you mean "desk.list_devices"?');
  expect(messages).toContain('give mcpCallers["files"] a listTools(toolset)');
});

test("a bound tool calls its method in the method's shape, and server data comes from fields of the result", async () => {
  const desk = Service("desk", () => {
    Method("GetSeries", () => {
      Payload(() => {
        Attribute("device_id", String);
        Attribute("session_id", String);
        Attribute("resolution", String, () => {
          Default("1m");
        });
        Required("device_id", "session_id");
      });
      Result(() => {
        Attribute("summary", String);
        Attribute("points", ArrayOf(Int));
        Attribute("evidence", ArrayOf(String));
        Attribute("sidecar", String);
        Required("summary");
      });
    });
    Agent("chat", () => {
      Use("series", () => {
        Tool("get", "Get a series", () => {
          Args(() => {
            Attribute("device_id", String);
            Attribute("session_id", String);
            Required("device_id", "session_id");
          });
          Return(() => {
            Attribute("summary", String);
            Required("summary");
          });
          BindTo("get_series");
          Inject("session_id");
          ServerData("atlas.points", ArrayOf(Int), () => {
            FromMethodResultField("points");
          });
          ServerData("aura.evidence", ArrayOf(String), () => {
            AudienceEvidence();
            ModeAlways();
            FromMethodResultField("evidence");
          });
          ServerData("atlas.sidecar", String, () => {
            AudienceInternal();
            FromMethodResultField("sidecar");
          });
        });
      });
    });
  });
  class Desk {
    readonly asked: unknown[] = [];
    getSeries(payload: { device_id: string; session_id: string; resolution: string }) {
      this.asked.push(payload);
      return { summary: "calm", points: [1, 2], evidence: ["log 7"], sidecar: "inner", secret: true };
    }
  }
  const service = new Desk();
  const planner = caller({ name: "series.get", args: { device_id: "web-1" } });
  await using runtime = await createRuntime(
    designed({ desk }, { planners: { "desk.chat": planner }, services: [implement(desk, service)] }),
  );
  await runtime.sessions.create("s1");
  const output = await runtime.client("desk.chat").run({ sessionId: "s1", messages: user });
  expect(service.asked).toEqual([{ device_id: "web-1", session_id: "s1", resolution: "1m" }]);
  expect(output.toolEvents[0]?.outcome).toMatchObject({
    type: "success",
    content: '{"summary":"calm"}',
    serverData: [
      { kind: "atlas.points", audience: "timeline", data: [1, 2] },
      { kind: "aura.evidence", audience: "evidence", data: ["log 7"] },
    ],
  });
  expect(planner.inputs[0]?.tools[0]?.parameters.properties).not.toHaveProperty("session_id");
});

test("a method that is stricter than its tool corrects the call; shapes that cannot be joined are told at once", async () => {
  const service = (requiresSite: boolean) =>
    Service("desk", () => {
      Method("list", () => {
        Payload(() => {
          Attribute("status", String, () => {
            Enum("online", "offline");
          });
          Attribute("site", String);
          if (requiresSite) Required("site");
        });
        Result(() => {
          Attribute("names", ArrayOf(String));
        });
      });
      Agent("chat", () => {
        Use("devices", () => {
          Tool("list", "List", () => {
            Args(() => {
              Attribute("status", String);
            });
            Return(() => {
              Attribute("names", ArrayOf(String));
            });
            BindTo("list");
          });
        });
      });
    });
  const planner = caller({ name: "devices.list", args: { status: "sleepy" } });
  const services = [implement("desk", { list: () => ({ names: [] }) })];
  await using runtime = await createRuntime(
    designed({ desk: service(false) }, { planners: { "desk.chat": planner }, services }),
  );
  const { toolEvents } = await runtime.client("desk.chat").oneShot({ messages: user });
  expect(toolEvents[0]?.outcome).toMatchObject({
    type: "failure",
    failure: { error: expect.stringContaining("status") },
  });

  const strict = { planners: { "desk.chat": silent }, services };
  expect(await gapsOf(designed({ desk: service(true) }, strict))).toEqual([
    expect.objectContaining({ option: "executors", id: "devices.list", message: expect.stringContaining('"site"') }),
  ]);
  const own = { ...strict, executors: { "devices.list": () => ({ names: [] }) } };
  await using joined = await createRuntime(designed({ desk: service(true) }, own));
  expect(joined.client("desk.chat")).toBeDefined();
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

test("a compressed history asks for a model that exists", async () => {
  const desk = Service("desk", () => {
    Agent("chat", () => {
      RunPolicy(() => {
        History(() => Compress(3, 1));
      });
    });
  });
  const planners = { "desk.chat": silent };
  const historyModels = { "desk.chat": "small" };
  const [gap] = await gapsOf(designed({ desk }, { planners, historyModels }));
  expect(gap?.message).toContain('by the model "small"; pass it in models');
  await using runtime = await createRuntime({
    ...designed({ desk }, { planners, historyModels }),
    models: { small: scriptedModel([]) },
  });
  expect(runtime.client("desk.chat")).toBeDefined();
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

test("tools of MCP servers and registries are called through what the application passes", async () => {
  const corp = Registry("corp", () => {
    RegistryURL("https://registry.example.com");
  });
  const web = MCPToolset("remote", "search", () => {
    Tool("web_search", "Search the web", () => {
      Args(() => {
        Attribute("query", String);
      });
    });
  });
  const data = Toolset("my-data", FromRegistry(corp, "data-tools"), () => {
    Version("1.2.3");
    Tags("etl");
  });
  const desk = Service("desk", () => {
    Agent("chat", () => {
      Use(web);
      Use(data);
      Use(MCPToolset("other", "files"), () => {
        Tool("read");
      });
    });
  });
  const calls: unknown[] = [];
  const tool = (name: string) => ({ name, inputSchema: { type: "object" } as const });
  const answer = (text: string) => async (call: object) => {
    calls.push(call);
    return { text };
  };
  const options = (version: string) =>
    designed(
      { desk },
      {
        planners: {
          "desk.chat": caller(
            { name: "search.web_search", args: { query: "x" } },
            { name: "my-data.load", args: { any: 1 } },
            { name: "files.read", args: {} },
          ),
        },
        mcpCallers: {
          search: { callTool: async () => ({ structured: { hits: 1 } }) },
          files: { callTool: answer("read"), listTools: async () => [tool("read"), tool("write")] },
        },
        registries: {
          corp: { callTool: answer("loaded"), getToolset: async (name) => ({ name, version, tools: [tool("load")] }) },
        },
      },
    );
  await using runtime = await createRuntime(options("1.2.3"));
  const { toolEvents } = await runtime.client("desk.chat").oneShot({ messages: user });
  expect(
    toolEvents.map(({ outcome }) => (outcome.type === "success" ? outcome.content : outcome.failure.error)),
  ).toEqual(['{"hits":1}', "loaded", "read"]);
  expect(calls).toEqual([
    expect.objectContaining({ toolset: "data-tools", tool: "load", version: "1.2.3", arguments: { any: 1 } }),
    expect.objectContaining({ toolset: "files", tool: "read" }),
  ]);
  await expect(createRuntime(options("1.3.0"))).rejects.toMatchObject({ code: "registry_version_mismatch" });
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

test("a method that streams cannot stand behind a tool", async () => {
  const desk = Service("desk", () => {
    Method("watch", () => StreamingResult(String));
    Agent("chat", () => {
      Use("docs", () => {
        Tool("watch", "Watch", () => BindTo("watch"));
      });
    });
  });
  const services = [implement("desk", { watch: async function* () {} })];
  const [gap] = await gapsOf(designed({ desk }, { planners: { "desk.chat": silent }, services }));
  expect(gap?.message).toContain("the method streams, and a tool returns once; pass an executor");
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
