/** What services offer over MCP, registries, and typed answers. */
import {
  Completion,
  MCPServer,
  MCPTool,
  Method,
  Notification,
  ProtocolVersion,
  Registry,
  Resource,
  Result,
  Return,
  StaticPrompt,
  Subscription,
  SubscriptionMonitor,
} from "../../index.ts";
import { inMethod, inService, type Rejections } from "../rejection.ts";

export const serviceRejections: Rejections = {
  mcp_not_enabled: [
    { design: () => inService(() => Method("get", () => MCPTool("get", "Get"))), at: "MCPTool(" },
    { design: () => inService(() => StaticPrompt("p", "P", "user", "x")), at: "StaticPrompt(" },
  ],
  invalid_prompt: [
    {
      design: () => inService(() => [MCPServer("a", "1"), StaticPrompt("p", "P", "user")]),
      at: "StaticPrompt(",
      message: /without a text/,
    },
    {
      design: () => inService(() => [MCPServer("a", "1"), StaticPrompt("p", "P", "bot", "x")]),
      at: "StaticPrompt(",
      message: /"bot"/,
    },
  ],
  invalid_uri: [{ design: () => inMethod(() => Resource("r", "README", "text/plain")), at: "Resource(" }],
  invalid_mime_type: [{ design: () => inMethod(() => Resource("r", "file:///x", "markdown")), at: "Resource(" }],
  invalid_protocol_version: [
    { design: () => inService(() => MCPServer("a", "1", ProtocolVersion("v2"))), at: "ProtocolVersion(" },
  ],
  resource_not_watchable: [
    { design: () => inMethod(() => [Resource("r", "x:y", "text/plain"), Subscription("r")]), at: "Subscription(" },
  ],
  notification_with_result: [
    { design: () => inMethod(() => [Result(String), Notification("n", "N")]), at: "Notification(" },
  ],
  monitor_without_stream: [{ design: () => inMethod(() => SubscriptionMonitor("m")), at: "SubscriptionMonitor(" }],
  missing_url: [{ design: () => ({ r: Registry("corp") }), at: 'Registry("corp")' }],
  missing_result: [
    { design: () => inService(() => Completion("a", () => {})), at: "Completion(" },
    { design: () => inService(() => Completion("a", () => Return(() => {}))), at: "Completion(" },
  ],
};
