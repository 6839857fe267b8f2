/** What can be said once and is said twice. */
import {
  API,
  Args,
  Attribute,
  BindTo,
  BoundedResult,
  Budget,
  Cache,
  DefaultCaps,
  Effect,
  Export,
  History,
  Idempotent,
  Inject,
  Int,
  KeepRecentTurns,
  MaxToolCalls,
  MCPServer,
  Minimum,
  ProtocolVersion,
  PublishTo,
  Required,
  Return,
  TimeBudget,
  Title,
  Tool,
  Toolset,
  Use,
} from "../../index.ts";
import { inAgent, inPolicy, inService, inTool, inType, type Rejections, registry } from "../rejection.ts";

export const repetitionRejections: Rejections = {
  declared_twice: [
    { design: () => inTool(() => [Args(String), Args(String)]), at: "Args(String)]" },
    { design: () => inTool(() => [Return(String), Return(String)]), at: "Return(String)]" },
    { design: () => inTool(() => [BindTo("a", "b"), BindTo("a", "c")]), at: 'BindTo("a", "c")' },
    { design: () => inTool(() => [Args(() => [Attribute("id"), Required("id")]), Inject("id", "id")]), at: "Inject(" },
    { design: () => inTool(() => [Effect("read"), Idempotent()]), at: "Idempotent()" },
    { design: () => inTool(() => [Title("a"), Title("b")]), at: 'Title("b")' },
    { design: () => inTool(() => [BoundedResult(), BoundedResult()]), at: "BoundedResult()]" },
    { design: () => inPolicy(() => [TimeBudget("1m"), Budget("2m")]), at: 'Budget("2m")' },
    { design: () => inPolicy(() => [Cache(() => {}), Cache(() => {})]), at: "Cache(() => {})]" },
    {
      design: () => inPolicy(() => [History(() => KeepRecentTurns(1)), History(() => KeepRecentTurns(2))]),
      at: "History(() => KeepRecentTurns(2)",
    },
    { design: () => inPolicy(() => DefaultCaps(MaxToolCalls(1), MaxToolCalls(2))), at: "DefaultCaps(" },
    { design: () => inService(() => [MCPServer("a", "1"), MCPServer("b", "1")]), at: 'MCPServer("b"' },
    {
      design: () => inService(() => MCPServer("a", "1", ProtocolVersion("2025-06-18"), ProtocolVersion("2025-03-26"))),
      at: "MCPServer(",
    },
    { design: () => ({ a: API("a"), b: API("b") }), at: 'API("b")' },
    { design: () => inType(() => Attribute("n", Int, () => [Minimum(1), Minimum(2)])), at: "Minimum(2)" },
    {
      design: () => {
        const docs = Toolset("docs", () => Tool("search"));
        return inAgent(() => [Use(docs), Use("docs")]);
      },
      at: 'Use("docs")]',
      path: "desk › chat › docs",
    },
    {
      design: () => {
        const docs = Toolset("docs", () => Tool("search"));
        return inAgent(() => [Export(docs), Export("docs")]);
      },
      at: 'Export("docs")]',
    },
    {
      design: () => {
        const corp = registry();
        return inAgent(() => Export("tools", () => [Tool("x"), PublishTo(corp), PublishTo(corp)]));
      },
      at: "PublishTo(corp)]",
    },
  ],
};
