/** Names that are hostile, taken, or become the same identifier. */
import {
  Agent,
  AgentToolset,
  APIKeySecurity,
  Attribute,
  BasicAuthSecurity,
  Completion,
  DynamicPrompt,
  Export,
  Field,
  FromMCP,
  Int,
  MCPServer,
  MCPTool,
  Method,
  Notification,
  OneOf,
  Registry,
  Resource,
  Return,
  ServerData,
  Service,
  StaticPrompt,
  StreamingResult,
  Subscription,
  SubscriptionMonitor,
  Tool,
  Toolset,
  Type,
  URL,
  Use,
  WatchableResource,
} from "../../index.ts";
import { inAgent, inMethod, inService, inTool, inType, type Rejections } from "../rejection.ts";

export const nameRejections: Rejections = {
  invalid_name: [
    { design: () => ({ s: Service("") }), at: 'Service("")', message: /is empty/ },
    { design: () => ({ s: Service("../etc") }), at: "Service(", message: /slash/ },
    { design: () => ({ s: Service("a..b") }), at: "Service(" },
    { design: () => ({ s: Service("__proto__") }), at: "Service(" },
    { design: () => ({ s: Service("検索") }), at: "Service(", message: /no letter/ },
    { design: () => ({ s: Service("a\u202eb") }), at: "Service(", message: /cannot be seen/ },
    { design: () => ({ s: Service("a\u0000b") }), at: "Service(" },
    { design: () => ({ s: Service(" desk") }), at: "Service(" },
    { design: () => ({ s: Service("x".repeat(200)) }), at: "Service(" },
    { design: () => ({ t: Type("search params", () => {}) }), at: "Type(", hint: /SearchParams/ },
    { design: () => inType(() => Attribute("__proto__", String)), at: "Attribute(" },
    { design: () => inAgent(() => Use("docs", () => Tool("..", "Up"))), at: 'Tool(".."' },
    { design: () => ({ t: Toolset(FromMCP("", "suite")) }), at: "FromMCP(" },
    { design: () => inService(() => Completion("how.urgent", () => Return(String))), at: "Completion(" },
    { design: () => inAgent(() => Use(AgentToolset("", "chat", "tools"))), at: "AgentToolset(" },
  ],
  duplicate_name: [
    {
      design: () => inType(() => OneOf("state", () => [Attribute("a"), Attribute("a")])),
      at: 'Attribute("a")]',
    },
    { design: () => ({ a: Service("desk"), b: Service("desk") }), at: 'Service("desk") }' },
    { design: () => inService(() => [Agent("chat"), Agent("chat")]), at: 'Agent("chat")]' },
    { design: () => inService(() => [Method("get"), Method("get")]), at: 'Method("get")]' },
    { design: () => inAgent(() => Use("docs", () => [Tool("a"), Tool("a")])), at: 'Tool("a")]' },
    {
      design: () => ({ a: Toolset("docs", () => Tool("a")), ...inAgent(() => Use("docs", () => Tool("a"))) }),
      at: 'Use("docs"',
    },
    {
      design: () => ({ a: Registry("corp", () => URL("https://a.b")), b: Registry("corp", () => URL("https://a.c")) }),
      at: 'Registry("corp", () => URL("https://a.c")',
    },
    { design: () => ({ a: Type("A", () => {}), b: Type("A", () => {}) }), at: 'Type("A", () => {}) }' },
    { design: () => inType(() => [Attribute("a"), Attribute("a")]), at: 'Attribute("a")]' },
    { design: () => inType(() => [Field(1, "a"), Field(1, "b")]), at: 'Field(1, "b")', message: /number 1/ },
    { design: () => inTool(() => [ServerData("k", String), ServerData("k", String)]), at: 'ServerData("k", String)]' },
    { design: () => inMethod(() => [MCPTool("a", "A"), MCPTool("a", "A")]), at: 'MCPTool("a", "A")]' },
    {
      design: () => inMethod(() => [Resource("a", "x:y", "text/plain"), Resource("a", "x:z", "text/plain")]),
      at: 'Resource("a", "x:z"',
    },
    {
      design: () =>
        inService(() => [
          MCPServer("a", "1"),
          StaticPrompt("p", "", "user", "x"),
          Method("m", () => DynamicPrompt("p", "P")),
        ]),
      at: 'DynamicPrompt("p"',
    },
    { design: () => inMethod(() => [Notification("a", "A"), Notification("a", "A")]), at: 'Notification("a", "A")]' },
    {
      design: () => inMethod(() => [WatchableResource("s", "x:y", "text/plain"), Subscription("s"), Subscription("s")]),
      at: 'Subscription("s")]',
    },
    {
      design: () => inMethod(() => [StreamingResult(String), SubscriptionMonitor("a"), SubscriptionMonitor("a")]),
      at: 'SubscriptionMonitor("a")]',
    },
    {
      design: () => inService(() => [Completion("a", () => Return(String)), Completion("a", () => Return(Int))]),
      at: 'Completion("a", () => Return(Int)',
    },
    { design: () => ({ a: APIKeySecurity("key"), b: BasicAuthSecurity("key") }), at: "BasicAuthSecurity" },
  ],
  colliding_name: [
    { design: () => ({ a: Service("my-desk"), b: Service("my_desk") }), at: 'Service("my_desk")' },
    { design: () => inService(() => [Agent("ChatBot"), Agent("chat_bot")]), at: 'Agent("chat_bot")' },
    { design: () => inAgent(() => Use("docs", () => [Tool("get-data"), Tool("getData")])), at: 'Tool("getData")' },
    { design: () => inAgent(() => [Use("a.b", () => Tool("x")), Use("a-b", () => Tool("x"))]), at: 'Use("a-b"' },
    {
      design: () => inAgent(() => [Use("a.b", () => Tool("c")), Use("a", () => Tool("b.c"))]),
      at: 'Tool("b.c")',
      message: /"a.b.c"/,
    },
    {
      design: () => {
        const [one, other] = [Toolset("a.b", () => Tool("x")), Toolset("a-b", () => Tool("x"))];
        return inService(() => [Export(one), Export(other), Agent("chat", () => Export(one))]);
      },
      at: "Export(other)",
      message: /the service "desk" exports the toolsets "a.b" and "a-b", which both become "a_b"/,
    },
    {
      design: () => {
        const [one, other] = [Toolset("a.b", () => Tool("x")), Toolset("a-b", () => Tool("x"))];
        return inService(() => [
          Agent("a", () => Export(one)),
          Agent("b", () => {
            Export(one);
            Export(other);
          }),
        ]);
      },
      at: "Export(other)",
      path: "desk › b › a-b",
      message: /the agent "b" exports/,
    },
    {
      design: () => ({ a: Service("a.b", () => Agent("c")), b: Service("a", () => Agent("b.c")) }),
      at: 'Agent("b.c")',
      message: /two agents have the id "a.b.c": of the services "a.b" and "a"/,
    },
    {
      design: () => ({
        a: Service("a.b", () => Agent("x", () => Use("c", () => Tool("t")))),
        b: Service("a", () => Agent("y", () => Use("b.c", () => Tool("u")))),
      }),
      at: 'Use("b.c"',
      message: /the toolsets "c" and "b.c" are both registered as "a.b.c"/,
    },
    {
      design: () =>
        inService(() => [
          Agent("a", () => Use("search", () => Tool("t"))),
          Agent("b", () => Export("desk.search", () => Tool("u"))),
        ]),
      at: 'Export("desk.search"',
      message: /"desk.search"/,
    },
  ],
};
