import { expect, test } from "vitest";
import {
  Agent,
  AgentToolset,
  API,
  DisableAgentDocs,
  Export,
  evaluate,
  MCPServer,
  MCPTool,
  MCPToolset,
  Method,
  Passthrough,
  Service,
  Tags,
  Tool,
  Toolset,
  Use,
  UseAgentToolset,
} from "../index.ts";

const CommonTools = Toolset("common", () => {
  Tool("notify", "Notify somebody");
  Tool("log", "Write a log entry");
  Tool("archive", "Put away");
});

test("Use with a block of names takes only those tools, in the order of the toolset", () => {
  const desk = Service("desk", () => {
    Agent("some", () => {
      Use(CommonTools, () => {
        Tool("archive");
        Tool("notify");
      });
    });
    Agent("all", () => Use(CommonTools));
  });
  const { agents, toolsets } = evaluate({ desk });
  expect(agents[0]?.uses).toEqual([{ toolset: "common", tools: ["common.notify", "common.archive"] }]);
  expect(agents[1]?.uses).toEqual([{ toolset: "common" }]);
  expect(toolsets[0]?.tools).toHaveLength(3);
});

test("Use with a name and a block declares a toolset of the agent's own", () => {
  const desk = Service("desk", () => Agent("chat", () => Use("helpers", () => Tool("answer", "Answer a question"))));
  const [toolset] = evaluate({ desk }).toolsets;
  expect(toolset).toMatchObject({
    name: "helpers",
    routingId: "desk.helpers",
    provider: { type: "local" },
    owner: { type: "service", service: "desk" },
  });
  expect(toolset?.tools[0]?.id).toBe("helpers.answer");
});

test("Use with a name alone refers to the toolset of that name", () => {
  const desk = Service("desk", () => {
    Export("shared", () => Tool("answer"));
    Agent("chat", () => Use("shared"));
  });
  const { agents, services, toolsets } = evaluate({ desk });
  expect(agents[0]?.uses).toEqual([{ toolset: "shared" }]);
  expect(services[0]?.exports).toEqual([{ toolset: "shared", tags: [], publishTo: [] }]);
  expect(toolsets[0]?.provider).toEqual({ type: "local" });
});

test("what an agent exports in a block of its own is answered by that agent, however it is used", () => {
  const desk = Service("desk", () => {
    Agent("planner", () => {
      const planning = Export("planning.tools", () => {
        Tags("plans");
        Tool("create_plan", "Create a plan", () => Tags("write"));
      });
      expect(planning).toMatchObject({ service: "desk", agent: "planner", toolset: "planning.tools" });
    });
    Agent("a", () => Use(AgentToolset("desk", "planner", "planning.tools")));
    Agent("b", () => UseAgentToolset("desk", "planner", "planning.tools"));
    Agent("c", () => Use("planning.tools"));
  });
  const { agents, toolsets } = evaluate({ desk });
  const use = { toolset: "planning.tools", agent: "desk.planner" };
  expect(agents.slice(1).map(({ uses }) => uses)).toEqual([[use], [use], [use]]);
  expect(toolsets[0]).toMatchObject({
    routingId: "planning.tools",
    tags: ["plans"],
    provider: { type: "agent", agent: "desk.planner" },
    owner: { type: "agent", service: "desk", agent: "planner" },
  });
  expect(toolsets[0]?.tools[0]?.tags).toEqual(["plans", "write"]);
});

test("an agent that exports some tools of a toolset offers no others", () => {
  const desk = Service("desk", () => {
    Agent("clerk", () => Export(CommonTools, () => Tool("log")));
    Agent("boss", () => Use(AgentToolset("desk", "clerk", "common")));
  });
  const { agents } = evaluate({ desk });
  expect(agents[0]?.exports).toEqual([{ toolset: "common", tools: ["common.log"], tags: [], publishTo: [] }]);
  expect(agents[1]?.uses).toEqual([{ toolset: "common", tools: ["common.log"], agent: "desk.clerk" }]);
});

test("tools that are passed through close no circle, since no planner is asked", () => {
  const desk = Service("desk", () => {
    const log = Method("LogMessage");
    Agent("a", () => {
      Export("a.tools", () => Tool("log", "Log", () => Passthrough("log", log)));
      Use(AgentToolset("desk", "b", "b.tools"));
    });
    Agent("b", () => {
      Export("b.tools", () => Tool("ask", "Ask"));
      Use(AgentToolset("desk", "a", "a.tools"));
    });
  });
  expect(evaluate({ desk }).toolsets[0]?.tools[0]?.passthrough).toEqual({ service: "desk", method: "LogMessage" });
});

test("Passthrough finds service and method whatever their case and separators", () => {
  const logging = Service("logging-service", () => Method("log_message"));
  const desk = Service("desk", () =>
    Agent("chat", () => {
      Export("logging-tools", () =>
        Tool("log_message", "Log a message", () => Passthrough("log_message", "LoggingService", "LogMessage")),
      );
    }),
  );
  const [toolset] = evaluate({ desk, logging }).toolsets;
  expect(toolset?.tools[0]?.passthrough).toEqual({ service: "logging-service", method: "log_message" });
});

test("a toolset belongs to its MCP service, else its exporting agent, else its exporting service, else its first user", () => {
  const [mcp, agents, services, users] = ["mcp", "agents", "services", "users"].map((name) =>
    name === "mcp" ? MCPToolset("server", name) : Toolset(name, () => Tool("run")),
  );
  if (!mcp || !agents || !services || !users) return expect.unreachable();
  const design = {
    z: Service("zeta", () => {
      Agent("b", () => [Use(mcp), Use(users), Export(agents)]);
      Agent("a", () => Export(agents));
      Export(services);
    }),
    a: Service("alpha", () => Agent("c", () => [Use(mcp), Use(agents), Use(services), Use(users)])),
    server: Service("server", () => {
      MCPServer("server", "1");
      Method("go", () => MCPTool("go", "Go"));
    }),
  };
  const { toolsets } = evaluate(design);
  const owners = Object.fromEntries(toolsets.map(({ name, owner, routingId }) => [name, { owner, routingId }]));
  expect(owners).toEqual({
    mcp: { owner: { type: "service", service: "server" }, routingId: "mcp" },
    agents: { owner: { type: "agent", service: "zeta", agent: "a" }, routingId: "agents" },
    services: { owner: { type: "service", service: "zeta" }, routingId: "zeta.services" },
    users: { owner: { type: "service", service: "alpha" }, routingId: "alpha.users" },
  });
});

test("DisableAgentDocs is said of the API", () => {
  expect(evaluate({ api: API("orchestrator") }).api?.agentDocs).toBe(true);
  expect(evaluate({ api: API("orchestrator", () => DisableAgentDocs()) }).api?.agentDocs).toBe(false);
});
