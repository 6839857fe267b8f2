/** Tools whose parts do not fit together. */
import {
  Agent,
  Any,
  Args,
  ArrayOf,
  Attribute,
  AudienceInternal,
  BoundedResult,
  Cursor,
  Export,
  FromMethodResultField,
  Inject,
  Int,
  Method,
  ModeAlways,
  NextCursor,
  Passthrough,
  Required,
  Return,
  ServerData,
  ServerDataDefault,
  Tags,
  Tool,
  Use,
} from "../../index.ts";
import { inService, inTool, type Rejections } from "../rejection.ts";

export const toolRejections: Rejections = {
  inject_not_text: [
    { design: () => inTool(() => [Args(() => [Attribute("id", Int), Required("id")]), Inject("id")]), at: "Inject(" },
  ],
  inject_optional: [
    {
      design: () => inTool(() => [Args(() => Attribute("id")), Inject("id")]),
      at: "Inject(",
      hint: /Required\("id"\)/,
    },
  ],
  invalid_bounds: [
    { design: () => inTool(() => BoundedResult()), at: "BoundedResult()" },
    { design: () => inTool(() => [Return(ArrayOf(String)), BoundedResult()]), at: "BoundedResult()" },
    {
      design: () => inTool(() => [Return(() => Attribute("returned", Int)), BoundedResult()]),
      at: "BoundedResult()",
      message: /required integer/,
    },
    {
      design: () => inTool(() => [Return(() => [Attribute("total", String), Attribute("x")]), BoundedResult()]),
      at: "BoundedResult()",
      message: /optional integer/,
    },
  ],
  invalid_cursor: [
    {
      design: () =>
        inTool(() => [Args(() => Attribute("c")), Return(() => Attribute("x")), BoundedResult(() => Cursor("c"))]),
      at: "Cursor(",
    },
    {
      design: () => inTool(() => [Return(() => Attribute("n")), BoundedResult(() => NextCursor("n"))]),
      at: "NextCursor(",
    },
    {
      design: () =>
        inTool(() => [
          Args(() => Attribute("c", Int)),
          Return(() => Attribute("n")),
          BoundedResult(() => [Cursor("c"), NextCursor("n")]),
        ]),
      at: "Cursor(",
    },
    {
      design: () =>
        inTool(() => [
          Args(() => Attribute("c")),
          Return(() => [Attribute("n"), Required("n")]),
          BoundedResult(() => [Cursor("c"), NextCursor("n")]),
        ]),
      at: "NextCursor(",
    },
  ],
  server_data_needs_binding: [
    {
      design: () => inTool(() => ServerData("k", Any, () => FromMethodResultField("x"))),
      at: "FromMethodResultField(",
    },
  ],
  server_data_default_unused: [
    { design: () => inTool(() => ServerDataDefault("off")), at: "ServerDataDefault(" },
    {
      design: () => inTool(() => [ServerData("k", Any, () => ModeAlways()), ServerDataDefault("off")]),
      at: "ServerDataDefault(",
    },
  ],
  reserved_field: [
    {
      design: () =>
        inTool(() => [Args(() => Attribute("server_data")), ServerData("k", Any, () => AudienceInternal())]),
      at: 'Tool("search"',
    },
  ],
  unconfirmed_destructive_tool: [{ design: () => inTool(() => Tags("destructive")), at: 'Tool("search"' }],
  provider_incompatible_schema: [
    {
      design: () => inTool(() => Args(() => Attribute("any", Any))),
      at: "Args(",
      message: /^openai-strict, gemini cannot be told .*any: sent as JSON text/,
    },
    {
      design: () => inTool(() => Args(() => Attribute("日本", String))),
      at: "Args(",
      message: /^anthropic, gemini, bedrock cannot be told these arguments as they are: 日本: .* is sent as "__"$/,
    },
  ],
  passthrough_mismatch: [
    {
      design: () =>
        inService(() => [
          Method("Log"),
          Agent("a", () => Export("t", () => Tool("log", () => Passthrough("lock", "desk", "Log")))),
        ]),
      at: "Passthrough(",
    },
  ],
  passthrough_not_exported: [
    {
      design: () =>
        inService(() => [
          Method("Log"),
          Agent("a", () => Use("t", () => Tool("log", () => Passthrough("log", "desk", "Log")))),
        ]),
      at: "Passthrough(",
    },
  ],
};
