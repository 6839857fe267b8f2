/** Toolsets that are declared in a way their provider does not allow, or that nobody needs. */
import { FromRegistry, MCPServer, MCPToolset, Tool, Toolset, Use, Version } from "../../index.ts";
import { inAgent, inService, type Rejections, registry } from "../rejection.ts";

export const toolsetRejections: Rejections = {
  tool_in_reference: [
    {
      design: () => {
        const docs = Toolset("docs", () => Tool("search"));
        return inAgent(() => Use(docs, () => Tool("publish", "Publish")));
      },
      at: 'Tool("publish"',
    },
  ],
  tools_not_declarable: [
    {
      design: () => ({ ...inService(() => MCPServer("a", "1")), t: MCPToolset("desk", "suite", () => Tool("x")) }),
      at: 'Tool("x")',
    },
    { design: () => ({ t: Toolset(FromRegistry(registry(), "data"), () => Tool("x")) }), at: 'Tool("x")' },
  ],
  version_without_registry: [
    { design: () => ({ t: Toolset("docs", () => [Tool("x"), Version("1")]) }), at: 'Version("1")' },
  ],
  empty_toolset: [{ design: () => inAgent(() => Use("docs", () => {})), at: 'Use("docs"' }],
  unused_toolset: [{ design: () => ({ t: Toolset("docs", () => Tool("search")) }), at: "Toolset(" }],
  discovered_toolset: [{ design: () => inAgent(() => Use(MCPToolset("remote", "suite"))), at: "MCPToolset(" }],
};
