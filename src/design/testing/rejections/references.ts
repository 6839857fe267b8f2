/** Names that lead nowhere, or in a circle. */
import {
  Agent,
  AgentToolset,
  Any,
  Args,
  ArrayOf,
  Attribute,
  BindTo,
  BoundedResult,
  Cursor,
  Export,
  FromMethodResultField,
  Inject,
  Int,
  Method,
  NextCursor,
  Passthrough,
  Required,
  Result,
  Return,
  ServerData,
  Subscription,
  Tool,
  Toolset,
  Use,
  UseAgentToolset,
} from "../../index.ts";
import { inAgent, inMethod, inService, inTool, inType, type Rejections } from "../rejection.ts";

export const referenceRejections: Rejections = {
  unknown_service: [
    { design: () => ({ ...inTool(() => BindTo("Dsk", "get")) }), at: "BindTo(", hint: /"desk"/ },
    { design: () => inAgent(() => Use(AgentToolset("nowhere", "chat", "tools"))), at: "Use(" },
  ],
  unknown_method: [
    {
      design: () =>
        inService(() => [
          Method("ListDevices"),
          Agent("a", () => Use("t", () => Tool("x", () => BindTo("ListDevice")))),
        ]),
      at: "BindTo(",
      hint: /"ListDevices"/,
    },
    {
      design: () => inAgent(() => Export("tools", () => Tool("log", () => Passthrough("log", "desk", "log")))),
      at: "Passthrough(",
    },
  ],
  unknown_agent: [
    { design: () => inAgent(() => UseAgentToolset("desk", "chatt", "tools")), at: "UseAgentToolset(", hint: /"chat"/ },
  ],
  unknown_toolset: [
    { design: () => inAgent(() => Use("docs")), at: 'Use("docs")' },
    { design: () => inAgent(() => Export("docs")), at: 'Export("docs")' },
  ],
  toolset_not_exported: [
    {
      design: () =>
        inService(() => [
          Agent("a", () => Export("a.tools", () => Tool("x"))),
          Agent("b", () => Use(AgentToolset("desk", "a", "a.tool"))),
        ]),
      at: "Use(AgentToolset",
      path: "desk › b › a.tool",
      hint: /"a.tools"/,
    },
    {
      design: () => inService(() => [Agent("a"), Agent("b", () => Use(AgentToolset("desk", "a", "tools")))]),
      at: "Use(AgentToolset",
      hint: /none/,
    },
  ],
  unknown_tool: [
    {
      design: () => {
        const docs = Toolset("docs", () => Tool("search"));
        return inAgent(() => Use(docs, () => Tool("serch")));
      },
      at: 'Tool("serch")',
      path: "desk › chat › docs",
      hint: /"search"/,
    },
    {
      design: () => {
        const docs = Toolset("docs", () => Tool("search"));
        return inAgent(() => Export(docs, () => Tool("find")));
      },
      at: 'Tool("find")',
    },
    {
      design: () => {
        const docs = Toolset("docs", () => [Tool("search"), Tool("publish")]);
        return inService(() => {
          Agent("a", () => Export(docs, () => Tool("search")));
          Agent("b", () => Use(AgentToolset("desk", "a", "docs"), () => Tool("publish")));
        });
      },
      at: 'Tool("publish")));',
    },
  ],
  unknown_resource: [{ design: () => inMethod(() => Subscription("status")), at: "Subscription(" }],
  unknown_field: [
    { design: () => inType(() => [Attribute("query"), Required("qury")]), at: "Required(", hint: /"query"/ },
    { design: () => inTool(() => Inject("session_id")), at: "Inject(", path: "desk › chat › docs › search" },
    {
      design: () => inTool(() => [Return(() => Attribute("a")), BoundedResult(() => [Cursor("c"), NextCursor("a")])]),
      at: 'Cursor("c")',
    },
    {
      design: () =>
        inTool(() => [
          Args(() => Attribute("c")),
          Return(() => Attribute("a")),
          BoundedResult(() => [Cursor("c"), NextCursor("n")]),
        ]),
      at: 'NextCursor("n")',
    },
    {
      design: () =>
        inService(() => {
          Method("get", () => Result(() => Attribute("points", ArrayOf(Int))));
          Agent("a", () =>
            Use("t", () =>
              Tool("x", () => [BindTo("get"), ServerData("k", Any, () => FromMethodResultField("point"))]),
            ),
          );
        }),
      at: "FromMethodResultField(",
      hint: /"points"/,
    },
  ],
  missing_service: [
    {
      design: () => ({ t: Toolset("docs", () => Tool("search", () => BindTo("search"))) }),
      at: "BindTo(",
      hint: /BindTo\("service"/,
    },
  ],
  agent_cycle: [
    {
      design: () =>
        inService(() => {
          Agent("a", () => [Export("a.tools", () => Tool("x")), Use(AgentToolset("desk", "b", "b.tools"))]);
          Agent("b", () => [Export("b.tools", () => Tool("x")), UseAgentToolset("desk", "a", "a.tools")]);
        }),
      at: "UseAgentToolset(",
      message: /desk\.a → desk\.b → desk\.a/,
    },
    { design: () => inService(() => Agent("a", () => Use(Export("a.tools", () => Tool("x"))))), at: "Use(Export" },
  ],
};
