/** Calls in the wrong place or with the wrong arguments, and blocks that fail. */
import { z } from "zod";
import {
  Attribute,
  CacheTTL,
  CallHintTemplate,
  Compress,
  DefaultCaps,
  Description,
  Export,
  Field,
  FromMCP,
  FromRegistry,
  History,
  Int,
  KeepRecentTurns,
  MaxToolCalls,
  Method,
  Minimum,
  Plan,
  ProtocolVersion,
  PublishTo,
  Registry,
  Retry,
  SyncInterval,
  TimeBudget,
  Timeout,
  Tool,
  Toolset,
  URL,
} from "../../index.ts";
import {
  inAgent,
  inMethod,
  inPolicy,
  inService,
  inTool,
  inType,
  type Rejections,
  registry,
  untyped,
} from "../rejection.ts";

export const callRejections: Rejections = {
  outside_evaluation: [{ design: () => ({ tool: Tool("search") }), at: 'Tool("search")', hint: /Toolset/ }],
  wrong_context: [
    {
      design: () => inAgent(() => Attribute("x", String)),
      at: 'Attribute("x"',
      path: "desk › chat",
      hint: /describes a type/,
    },
    {
      design: () => inType(() => Tool("x")),
      at: 'Tool("x")',
      message: /cannot be used in a block that describes a type/,
    },
    { design: () => ({ t: Toolset("docs", () => PublishTo(registry())) }), at: "PublishTo(" },
    {
      design: () => {
        const docs = Toolset("docs", () => Tool("search"));
        return inAgent(() => Export(docs, () => Description("again")));
      },
      at: 'Description("again")',
    },
  ],
  missing_argument: [
    { design: () => inAgent(() => untyped.Use?.()), at: "Use", hint: /Use\(toolset, block\?\)/ },
    { design: () => ({ t: untyped.Toolset?.() }), at: "Toolset" },
    {
      design: () => inAgent(() => Export("tools", () => Tool("log", () => untyped.Passthrough?.("log", "Logging")))),
      at: "Passthrough",
    },
    { design: () => inMethod(() => Tool("get")), at: 'Tool("get")' },
  ],
  invalid_argument: [
    { design: () => inAgent(() => untyped.Use?.(42)), at: "Use", message: /not 42/ },
    { design: () => inAgent(() => untyped.Use?.(undefined)), at: "Use", message: /not undefined/ },
    { design: () => inTool(() => untyped.Tags?.("a", 1)), at: "Tags", message: /not 1/ },
    {
      design: () => ({ s: untyped.Service?.("desk", () => {}, "late") }),
      at: "Service",
      message: /"late" is one argument too many/,
    },
    { design: () => ({ t: untyped.Toolset?.("one", "two") }), at: "Toolset", message: /"two"/ },
    {
      design: () => ({
        t: untyped.FromRegistry?.("corp", "x"),
        u: Toolset(untyped.FromRegistry?.("corp", "x") as never),
      }),
      at: "FromRegistry",
    },
    { design: () => inMethod(() => Tool("get", "Get", () => {})), at: 'Tool("get"' },
    { design: () => inTool(() => CallHintTemplate(" ")), at: "CallHintTemplate" },
  ],
  invalid_number: [
    { design: () => inPolicy(() => DefaultCaps(MaxToolCalls(-1))), at: "MaxToolCalls(-1)" },
    { design: () => inPolicy(() => DefaultCaps(MaxToolCalls(1.5))), at: "MaxToolCalls(1.5)" },
    { design: () => inPolicy(() => History(() => KeepRecentTurns(0))), at: "KeepRecentTurns(0)" },
    { design: () => inPolicy(() => History(() => Compress(0, 0))), at: "Compress(0" },
    { design: () => inType(() => Attribute("n", Int, () => Minimum(Number.NaN))), at: "Minimum(" },
    { design: () => inType(() => Field(0, "n", Int)), at: "Field(0" },
  ],
  invalid_duration: [
    { design: () => inPolicy(() => TimeBudget("soon")), at: 'TimeBudget("soon")' },
    { design: () => inPolicy(() => TimeBudget("-2m")), at: 'TimeBudget("-2m")' },
    { design: () => inPolicy(() => Plan("0s")), at: 'Plan("0s")' },
    { design: () => ({ r: Registry("corp", () => Timeout("1")) }), at: "Timeout" },
    { design: () => ({ r: Registry("corp", () => Retry(1, "x")) }), at: "Retry" },
    { design: () => ({ r: Registry("corp", () => SyncInterval("x")) }), at: "SyncInterval" },
    { design: () => ({ r: Registry("corp", () => CacheTTL("x")) }), at: "CacheTTL" },
  ],
  invalid_choice: [
    { design: () => inPolicy(() => untyped.OnMissingFields?.("finalise")), at: "OnMissingFields", hint: /"finalize"/ },
    { design: () => inTool(() => untyped.Effect?.("write")), at: "Effect?" },
    { design: () => inTool(() => untyped.ServerDataDefault?.("sometimes")), at: "ServerDataDefault" },
  ],
  invalid_url: [
    { design: () => ({ r: Registry("corp", () => URL("registry.corp")) }), at: "URL(" },
    { design: () => ({ r: Registry("corp", () => URL("file:///etc")) }), at: "URL(" },
  ],
  unused_option: [
    { design: () => inPolicy(() => MaxToolCalls(8)), at: "MaxToolCalls(8)", message: /does nothing/ },
    { design: () => inService(() => ProtocolVersion("2025-06-18")), at: "ProtocolVersion(" },
    { design: () => inService(() => FromMCP("a", "b")), at: "FromMCP(" },
    { design: () => inService(() => FromRegistry(registry(), "b")), at: "FromRegistry(" },
  ],
  block_failed: [
    { design: () => inAgent(() => JSON.parse("{")), at: "parse", path: "desk › chat", message: /Agent failed/ },
    {
      design: () => ({
        t: Toolset("docs", () => {
          throw "no";
        }),
      }),
      at: "Toolset(",
      message: /no/,
    },
  ],
  async_block: [
    {
      design: () =>
        inService(async () => {
          await null;
          Method("late");
        }),
      at: "Service(",
    },
  ],
  empty_design: [{ design: () => ({ helper: 1, z: z.string() }), at: "" }],
  another_copy: [{ design: () => ({ desk: { [Symbol.for("kigumi.design.declaration")]: true } }), at: "" }],
};
