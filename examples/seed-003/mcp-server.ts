/** A complete MCP server: a tool, two resources, a subscription, two prompts and a notification. */
import {
  ArrayOf,
  Attribute,
  Description,
  DynamicPrompt,
  Int,
  MCPServer,
  MCPTool,
  Method,
  Notification,
  Payload,
  ProtocolVersion,
  Required,
  Resource,
  Result,
  Service,
  StaticPrompt,
  Subscription,
  Type,
  WatchableResource,
} from "kigumi/design";

export const Message = Type("Message", () => {
  Attribute("role", String);
  Attribute("text", String);
  Required("role", "text");
});

export const assistant = Service("assistant", () => {
  Description("Full-featured MCP server example");

  MCPServer("assistant", "1.0.0", ProtocolVersion("2025-06-18"));

  StaticPrompt("greeting", "Friendly greeting", "system", "You are a helpful assistant", "user", "Hello!");

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

  Method("review_code", () => {
    Payload(() => {
      Attribute("language", String);
      Attribute("code", String);
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
});
