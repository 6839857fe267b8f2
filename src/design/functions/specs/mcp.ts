/** The functions that offer a service over the Model Context Protocol. */
import type { ProtocolVersionOption } from "../../expressions/declarations.ts";
import { declared } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optionalRest, rest } from "../parameter.ts";
import { name, remark, text } from "../value-parameters.ts";

const family = "MCP";

const example = `
export const Message = Type("Message", () => {
  Attribute("role", String);
  Attribute("content", String);
  Required("role", "content");
});

export const assistant = Service("assistant", () => {
  MCPServer("assistant", "1.0.0", ProtocolVersion("2025-06-18"));
  StaticPrompt("greeting", "Friendly greeting", "system", "You are a helpful assistant", "user", "Hello!");
  Method("search", () => {
    Payload(() => {
      Attribute("query", String, "Search query");
      Required("query");
    });
    Result(ArrayOf(String));
    MCPTool("search", "Search documents by query");
  });
  Method("get_readme", () => {
    Result(String);
    Resource("readme", "file:///README.md", "text/markdown");
  });
  Method("get_status", () => {
    Result(String);
    WatchableResource("status", "status://system", "application/json");
  });
  Method("subscribe_status", () => {
    Payload(() => {
      Attribute("uri", String);
    });
    Subscription("status");
  });
  Method("watch", () => {
    StreamingResult(String);
    SubscriptionMonitor("subscriptions");
  });
  Method("review_code", () => {
    Payload(() => {
      Attribute("code", String);
      Required("code");
    });
    Result(ArrayOf(Message));
    DynamicPrompt("code_review", "Generate code review prompt");
  });
  Method("notify_progress", () => {
    Payload(() => {
      Attribute("progress", Int);
    });
    Notification("progress", "Task progress update");
  });
});`;

const server = {
  family,
  contexts: ["Service"],
  parameters: [
    name(),
    text("version"),
    optionalRest(declared<ProtocolVersionOption>("options", "what ProtocolVersion returned", "protocolVersion")),
  ],
  problems: ["declared_twice"],
} as const;

const resource = {
  family,
  contexts: ["Method"],
  parameters: [name(), text("uri"), text("mimeType")],
  problems: ["mcp_not_enabled", "invalid_uri", "invalid_mime_type", "duplicate_name"],
  example,
} as const;

const offer = { family, contexts: ["Method"], parameters: [name(), text("description")], example } as const;

export const mcpSpecs = {
  MCPServer: describeFunction({ ...server, name: "MCPServer", summary: "Offers the service over MCP.", example }),
  MCP: describeFunction({
    ...server,
    name: "MCP",
    summary: "Is MCPServer.",
    example: example.replace("MCPServer(", "MCP("),
  }),
  ProtocolVersion: describeFunction({
    name: "ProtocolVersion",
    family,
    contexts: [],
    usedIn: "the arguments of MCPServer",
    parameters: [text("version")],
    summary: "Says which version of the protocol the server speaks.",
    byDefault: "The newest that both sides know.",
    problems: ["invalid_protocol_version", "unused_option"],
    example,
  }),
  MCPTool: describeFunction({
    ...offer,
    name: "MCPTool",
    summary: "Offers the method as a tool: its payload is the input, its result the output.",
    problems: ["mcp_not_enabled", "duplicate_name"],
  }),
  Resource: describeFunction({ ...resource, name: "Resource", summary: "Offers the method's result as a resource." }),
  WatchableResource: describeFunction({
    ...resource,
    name: "WatchableResource",
    summary: "Offers the method's result as a resource that clients can subscribe to.",
  }),
  StaticPrompt: describeFunction({
    name: "StaticPrompt",
    family,
    contexts: ["Service"],
    parameters: [name(), remark(), rest(remark("messages"))],
    summary: "Offers a fixed prompt; its messages are pairs of a role and a text.",
    problems: ["invalid_prompt", "mcp_not_enabled", "duplicate_name"],
    example,
  }),
  DynamicPrompt: describeFunction({
    ...offer,
    name: "DynamicPrompt",
    summary: "Offers the method as a prompt; its payload's fields are the prompt's arguments.",
    problems: ["mcp_not_enabled", "duplicate_name"],
  }),
  Notification: describeFunction({
    ...offer,
    name: "Notification",
    summary: "Offers the method as a notification to clients.",
    problems: ["mcp_not_enabled", "notification_with_result", "duplicate_name"],
  }),
  Subscription: describeFunction({
    name: "Subscription",
    family,
    contexts: ["Method"],
    parameters: [name("resource")],
    summary: "Has the method handle subscriptions to a watchable resource.",
    problems: ["mcp_not_enabled", "unknown_resource", "resource_not_watchable", "duplicate_name"],
    example,
  }),
  SubscriptionMonitor: describeFunction({
    name: "SubscriptionMonitor",
    family,
    contexts: ["Method"],
    parameters: [name()],
    summary: "Has the method stream changes of subscribed resources to clients.",
    problems: ["mcp_not_enabled", "monitor_without_stream", "duplicate_name"],
    example,
  }),
} as const;
