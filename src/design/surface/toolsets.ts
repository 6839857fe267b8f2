/** The functions for toolsets, and those that describe and label whatever is around them. */
import { currentEvaluation } from "../evaluation/current-evaluation.ts";
import { type Block, declare } from "../expressions/declaration.ts";
import type {
  McpOption,
  ProviderOption,
  RegistryDeclaration,
  RegistryOption,
  ToolsetDeclaration,
} from "../expressions/declarations.ts";
import { blockFunction, declaringFunction } from "../functions/design-function.ts";
import { toolsetSpecs as specs } from "../functions/specs/toolsets.ts";
import { setOnce } from "./set-once.ts";

/** Arguments are told apart by their kind, so they may come in any order. */
type ToolsetArgument = string | ProviderOption | Block;

export const Toolset: (...args: readonly ToolsetArgument[]) => ToolsetDeclaration = declaringFunction(
  specs.Toolset,
  (call, name, provider, block) => {
    const isNamed = name !== undefined || provider !== undefined;
    const faults = isNamed
      ? call.faults
      : [
          ...call.faults,
          {
            code: "missing_argument",
            message: "Toolset needs a name, or a provider that knows it by one",
            hint: 'Write Toolset("docs", …), or Toolset(FromMCP(…)).',
          } as const,
        ];
    return declare<ToolsetDeclaration>("toolset", { site: call.site, faults }, { name, provider, block });
  },
);

export const FromMCP: (service: string, toolset: string) => McpOption = declaringFunction(
  specs.FromMCP,
  (call, service = "", toolset = "") => {
    const option = declare<McpOption>("mcpProvider", call, { service, toolset });
    currentEvaluation()?.expectUse(option, "FromMCP does nothing on its own");
    return option;
  },
);

export const FromRegistry: (registry: RegistryDeclaration, toolset: string) => RegistryOption = declaringFunction(
  specs.FromRegistry,
  (call, registry, toolset = "") => {
    const option = declare<RegistryOption>("registryProvider", call, { registry, toolset });
    currentEvaluation()?.expectUse(option, "FromRegistry does nothing on its own");
    return option;
  },
);

export const MCPToolset: (service: string, toolset: string, block?: Block) => ToolsetDeclaration = declaringFunction(
  specs.MCPToolset,
  (call, service = "", toolset = "", block) => {
    const provider = declare<McpOption>("mcpProvider", { site: call.site, faults: [] }, { service, toolset });
    return declare<ToolsetDeclaration>("toolset", call, { name: undefined, provider, block });
  },
);

export const Description: (text: string) => void = blockFunction(specs.Description, (call, text) => {
  if (call.context !== "Export") {
    setOnce(call, call.expression, "description", call.at(text), "Description");
  } else if (call.expression.target.type === "inline") {
    setOnce(call, call.expression.target.toolset, "description", call.at(text), "Description");
  } else {
    call.report({
      code: "wrong_context",
      message: "Description cannot be used in an Export that refers to a toolset",
      hint: "Describe the toolset where it is declared.",
    });
  }
});

export const Title: (text: string) => void = blockFunction(specs.Title, (call, text) => {
  setOnce(call, call.expression, "title", call.at(text), "Title");
});

export const Tags: (...tags: string[]) => void = blockFunction(specs.Tags, ({ context, expression }, tags) => {
  const isDeclaredHere = context === "Export" && expression.target.type === "inline";
  const labelled = isDeclaredHere ? expression.target.toolset : expression;
  for (const tag of tags) if (!labelled.tags.includes(tag)) labelled.tags.push(tag);
});

export const Meta: (key: string, ...values: string[]) => void = blockFunction(
  specs.Meta,
  ({ expression: { meta } }, key, values) => {
    meta.set(key, [...(meta.get(key) ?? []), ...values]);
  },
);

export const Version: (version: string) => void = blockFunction(specs.Version, (call, version) => {
  setOnce(call, call.expression, "version", call.at(version), "Version");
});
