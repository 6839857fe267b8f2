/** The functions for toolsets, and those that describe and label whatever is around them. */
import type { ProviderOption, RegistryDeclaration } from "../../expressions/declarations.ts";
import { block, declared } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional, rest } from "../parameter.ts";
import { name, remark, text } from "../value-parameters.ts";

const family = "Toolsets";

const toolsetExample = `
export const docs = Toolset("docs.search", () => {
  Description("Tools for searching documentation");
  Tags("docs", "read");
  Meta("team", "knowledge");
  Tool("search", "Search indexed documentation", () => {
    Title("Document Search");
    Effect("read");
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use(docs);
  });
});`;

const mcpExample = `
export const assistant = Service("assistant", () => {
  MCPServer("assistant", "1.0.0");
  Method("search", () => {
    MCPTool("search", "Search documents by query");
  });
});

export const suite = MCPToolset("assistant", "assistant-mcp");
export const same = Toolset("assistant-suite", FromMCP("assistant", "assistant-mcp"));
export const remote = MCPToolset("remote", "search", () => {
  Tool("web_search", "Search the web", () => {
    Args(() => {
      Attribute("query", String);
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use(suite);
    Use(same);
    Use(remote);
  });
});`;

const registryExample = `
export const corp = Registry("corp", () => {
  URL("https://registry.corp.internal");
});

export const data = Toolset("stable-tools", FromRegistry(corp, "data-tools"), () => {
  Version("1.2.3");
});

export const desk = Service("desk", () => {
  Agent("analyst", () => {
    Use(data);
  });
});`;

export const toolsetSpecs = {
  Toolset: describeFunction({
    name: "Toolset",
    family,
    contexts: [],
    usedIn: "the top level of a design",
    parameters: [
      optional(name(), "the name its provider knows it by"),
      optional(
        declared<ProviderOption>(
          "provider",
          "what FromMCP or FromRegistry returned",
          "mcpProvider",
          "registryProvider",
        ),
        "the application",
      ),
      optional(block()),
    ],
    inAnyOrder: true,
    summary: "Declares a toolset that agents can use.",
    problems: ["duplicate_name", "colliding_name", "empty_toolset", "unused_toolset", "tools_not_declarable"],
    example: toolsetExample,
  }),
  FromMCP: describeFunction({
    name: "FromMCP",
    family,
    contexts: [],
    usedIn: "the arguments of Toolset",
    parameters: [name("service"), name("toolset")],
    summary: "Takes a toolset from an MCP server: of a service of this design, or of one elsewhere.",
    problems: ["discovered_toolset", "unused_option"],
    example: mcpExample,
  }),
  FromRegistry: describeFunction({
    name: "FromRegistry",
    family,
    contexts: [],
    usedIn: "the arguments of Toolset",
    parameters: [declared<RegistryDeclaration>("registry", "what Registry returned", "registry"), name("toolset")],
    summary: "Takes a toolset from a registry, which describes its tools.",
    problems: ["unused_option"],
    example: registryExample,
  }),
  MCPToolset: describeFunction({
    name: "MCPToolset",
    family,
    contexts: [],
    usedIn: "the top level of a design, or the argument of Use",
    parameters: [name("service"), name("toolset"), optional(block(), "the tools that the service offers over MCP")],
    summary: "Declares a toolset of an MCP server; for a server elsewhere, a block can describe its tools.",
    problems: ["discovered_toolset", "tools_not_declarable"],
    example: mcpExample,
  }),
  Description: describeFunction({
    name: "Description",
    family,
    contexts: [
      "API",
      "Service",
      "Method",
      "Agent",
      "Toolset",
      "Export",
      "Tool",
      "ServerData",
      "Completion",
      "Registry",
      "Security",
      "Schema",
    ],
    parameters: [remark()],
    summary: "Describes whatever the block around it declares.",
    problems: ["declared_twice"],
    example: toolsetExample,
  }),
  Title: describeFunction({
    name: "Title",
    family,
    contexts: ["API", "Tool", "Confirmation"],
    parameters: [text("title")],
    summary: "Gives a title for people to read.",
    byDefault: "A tool's title is its name as words.",
    problems: ["declared_twice"],
    example: toolsetExample,
  }),
  Tags: describeFunction({
    name: "Tags",
    family,
    contexts: ["Toolset", "Tool", "Export"],
    parameters: [rest(text("tags"))],
    summary: "Adds labels that policies, run overrides and catalogs refer to; tools have those of their toolset too.",
    problems: ["unconfirmed_destructive_tool"],
    example: toolsetExample,
  }),
  Meta: describeFunction({
    name: "Meta",
    family,
    contexts: ["API", "Service", "Method", "Agent", "Toolset", "Tool", "Security"],
    parameters: [text("key"), rest(remark("values"))],
    summary: "Adds values under a key, for programs; calls with the same key add up.",
    example: toolsetExample,
  }),
  Version: describeFunction({
    name: "Version",
    family,
    contexts: ["API", "Toolset"],
    parameters: [text("version")],
    summary: "Pins the version of a toolset from a registry; on an API, says its own.",
    byDefault: "The newest version the registry has.",
    problems: ["version_without_registry", "declared_twice"],
    example: registryExample,
  }),
} as const;
