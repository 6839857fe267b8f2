/** Toolsets of MCP servers: one of a service of this design, and one elsewhere whose tools are described here. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  Default,
  Int,
  MCPServer,
  MCPTool,
  MCPToolset,
  Method,
  Payload,
  Required,
  Result,
  Return,
  Service,
  Tool,
  Use,
} from "kigumi/design";

export const assistant = Service("assistant", () => {
  MCPServer("assistant", "1.0.0");
  Method("search", () => {
    Payload(() => {
      Attribute("query", String, "Search query");
      Attribute("limit", Int, "Maximum results", () => Default(10));
      Required("query");
    });
    Result(() => {
      Attribute("results", ArrayOf(String), "Search results");
      Required("results");
    });
    MCPTool("search", "Search documents by query");
  });
});

export const AssistantSuite = MCPToolset("assistant", "assistant-mcp");

export const RemoteSearch = MCPToolset("remote", "search", () => {
  Tool("web_search", "Search the web", () => {
    Args(() => Attribute("query", String));
    Return(() => Attribute("results", ArrayOf(String)));
  });
});

export const orchestrator = Service("orchestrator", () => {
  Agent("chat", () => {
    Use(AssistantSuite);
  });
  Agent("helper", "", () => {
    Use(RemoteSearch);
  });
});
