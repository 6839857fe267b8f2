import { expect, test } from "vitest";
import {
  Agent,
  API,
  ArrayOf,
  Attribute,
  Completion,
  Description,
  DynamicPrompt,
  Enum,
  evaluate,
  FromMCP,
  Int,
  MCP,
  MCPServer,
  MCPTool,
  MCPToolset,
  Meta,
  Method,
  Notification,
  Payload,
  ProtocolVersion,
  Required,
  Resource,
  Result,
  Return,
  Service,
  StaticPrompt,
  StreamingResult,
  Subscription,
  SubscriptionMonitor,
  Tags,
  Title,
  Tool,
  Toolset,
  Type,
  Use,
  Version,
  WatchableResource,
} from "../index.ts";

const Message = Type("Message", () => {
  Attribute("role", String);
  Attribute("content", String);
  Required("role", "content");
});

const assistant = Service("assistant", () => {
  Description("Full-featured MCP server example");

  Method("search", () => {
    Description("Search documents");
    Payload(() => {
      Attribute("query", String, "Search query");
      Required("query");
    });
    Result(() => {
      Attribute("results", ArrayOf(String), "Search results");
      Required("results");
    });
    MCPTool("search", "Search documents by query");
  });

  Method("get_readme", () => {
    Result(String);
    Resource("readme", "file:///README.md", "text/markdown");
  });

  Method("get_status", () => {
    Result(() => {
      Attribute("status", String);
      Attribute("updated_at", String);
    });
    WatchableResource("status", "status://system", "application/json");
  });

  Method("subscribe_status", () => {
    Payload(() => Attribute("uri", String));
    Result(String);
    Subscription("status");
  });

  Method("watch_subscriptions", () => {
    StreamingResult(() => {
      Attribute("resource", String, "Resource URI that changed");
      Required("resource");
    });
    SubscriptionMonitor("subscriptions");
  });

  Method("review_code", () => {
    Payload(() => {
      Attribute("language", String);
      Attribute("code", String, "Code to review");
      Required("language", "code");
    });
    Result(ArrayOf(Message));
    DynamicPrompt("code_review", "Generate code review prompt");
  });

  Method("notify_progress", () => {
    Payload(() => {
      Attribute("task_id", String);
      Attribute("progress", Int);
      Required("task_id", "progress");
    });
    Notification("progress", "Task progress update");
  });

  StaticPrompt("greeting", "Friendly greeting", "system", "You are a helpful assistant", "user", "Hello!");

  // Last on purpose: the order within a block says nothing.
  MCPServer("assistant", "1.0.0", ProtocolVersion("2025-06-18"));
});

test("a service offers tools, resources, prompts, notifications, subscriptions and monitors over MCP", () => {
  const { services } = evaluate({ assistant });
  expect(services[0]?.mcp).toEqual({
    name: "assistant",
    version: "1.0.0",
    description: "Full-featured MCP server example",
    protocolVersion: "2025-06-18",
    capabilities: { tools: true, resources: true, prompts: true },
    tools: [{ name: "search", description: "Search documents by query", method: "search" }],
    resources: [
      {
        name: "readme",
        uri: "file:///README.md",
        mimeType: "text/markdown",
        method: "get_readme",
        isWatchable: false,
      },
      {
        name: "status",
        uri: "status://system",
        mimeType: "application/json",
        method: "get_status",
        isWatchable: true,
      },
    ],
    prompts: [
      {
        type: "static",
        name: "greeting",
        description: "Friendly greeting",
        messages: [
          { role: "system", content: "You are a helpful assistant" },
          { role: "user", content: "Hello!" },
        ],
      },
      {
        type: "dynamic",
        name: "code_review",
        description: "Generate code review prompt",
        method: "review_code",
        arguments: [
          { name: "language", required: true },
          { name: "code", description: "Code to review", required: true },
        ],
      },
    ],
    notifications: [{ name: "progress", description: "Task progress update", method: "notify_progress" }],
    subscriptions: [{ resource: "status", method: "subscribe_status" }],
    monitors: [{ name: "subscriptions", method: "watch_subscriptions" }],
  });
});

test("methods carry their types, with user types by reference", () => {
  const { services, types } = evaluate({ assistant });
  const methods = Object.fromEntries((services[0]?.methods ?? []).map((method) => [method.name, method]));
  expect(methods.review_code?.result).toEqual({
    name: "ReviewCodeResult",
    schema: { type: "array", items: { $ref: "#/$defs/Message" } },
  });
  expect(Object.keys(types)).toEqual(["Message"]);
  expect(methods.watch_subscriptions?.streamingResult?.schema.required).toEqual(["resource"]);
  expect(methods.get_readme).toEqual({
    name: "get_readme",
    result: { name: "GetReadmeResult", schema: { type: "string" } },
  });
});

test("MCP is MCPServer, and Tool in a method is MCPTool", () => {
  const calculator = Service("calculator", () => {
    MCP("calc", "1.0.0");
    Method("add", () => Tool("add", "Add two numbers"));
  });
  expect(evaluate({ calculator }).services[0]?.mcp?.tools).toEqual([
    { name: "add", description: "Add two numbers", method: "add" },
  ]);
});

test("an MCP toolset of a service of the design has the tools that the service offers", () => {
  const suite = Toolset("suite", FromMCP("Assistant", "assistant-mcp"), () => Tags("docs"));
  const desk = Service("desk", () => Agent("chat", () => Use(suite)));
  const [toolset] = evaluate({ desk, assistant }).toolsets;
  expect(toolset?.provider).toEqual({
    type: "mcp",
    service: "assistant",
    toolset: "assistant-mcp",
    schemas: "design",
  });
  expect(toolset?.tools).toMatchObject([{ id: "suite.search", tags: ["docs"], payload: { name: "SearchPayload" } }]);
});

test("an MCP server elsewhere is described in a block, or by itself once it is connected", () => {
  const remote = MCPToolset("remote", "search", () => Tool("web_search", "Search the web"));
  const desk = Service("desk", () =>
    Agent("helper", "", () => {
      Use(remote);
      Use(MCPToolset("assistant", "assistant-mcp"), () => Tool("whatever_it_has"));
    }),
  );
  const { toolsets, agents, warnings } = evaluate({ desk });
  expect(toolsets.map(({ provider }) => provider)).toMatchObject([{ schemas: "inline" }, { schemas: "discovered" }]);
  expect(agents[0]?.uses[1]).toEqual({ toolset: "assistant-mcp", tools: ["assistant-mcp.whatever_it_has"] });
  expect(warnings.map(({ code }) => code)).toEqual(["discovered_toolset"]);
});

test("two references to one MCP toolset are one toolset", () => {
  const desk = Service("desk", () => {
    Agent("a", () => Use(MCPToolset("assistant", "suite")));
    Agent("b", () => Use(MCPToolset("assistant", "suite")));
  });
  expect(evaluate({ desk, assistant }).toolsets).toHaveLength(1);
});

test("an API, a service and a method say who they are", () => {
  const api = API("assistant", () => {
    Title("Assistant");
    Description("Helps");
    Version("1.0");
    Meta("team", "knowledge");
  });
  expect(evaluate({ api }).api).toEqual({
    name: "assistant",
    title: "Assistant",
    description: "Helps",
    version: "1.0",
    meta: { team: ["knowledge"] },
    agentDocs: true,
  });
});

test("a completion is a typed answer of its service", () => {
  const desk = Service("desk", () =>
    Completion("triage", "How urgent a message is", () =>
      Return(() => {
        Attribute("urgency", String, () => Enum("low", "high"));
        Required("urgency");
      }),
    ),
  );
  expect(evaluate({ desk }).completions).toEqual([
    {
      id: "desk.triage",
      service: "desk",
      name: "triage",
      description: "How urgent a message is",
      result: {
        name: "TriageResult",
        schema: {
          type: "object",
          properties: { urgency: { type: "string", enum: ["low", "high"] } },
          required: ["urgency"],
          additionalProperties: false,
        },
      },
    },
  ]);
});
