/** What else a service offers over MCP: resources, prompts, notifications, subscriptions and their monitor. */
import {
  ArrayOf,
  Attribute,
  DynamicPrompt,
  Int,
  MCPServer,
  Method,
  Notification,
  Payload,
  Required,
  Resource,
  Result,
  Service,
  StaticPrompt,
  StreamingResult,
  Subscription,
  SubscriptionMonitor,
  Type,
  WatchableResource,
} from "kigumi/design";

export const Message = Type("Message", () => {
  Attribute("role", String);
  Attribute("text", String);
  Required("role", "text");
});

export const assistant = Service("assistant", () => {
  MCPServer("assistant", "1.0");

  Method("readme", () => {
    Result(String);
    Resource("readme", "file:///docs/README.md", "text/markdown");
  });

  Method("system_status", () => {
    Result(() => {
      Attribute("status", String, "Current system status");
      Attribute("uptime", Int, "Uptime in seconds");
      Required("status", "uptime");
    });
    WatchableResource("status", "status://system", "application/json");
  });

  // Static prompt
  StaticPrompt("greeting", "Friendly greeting", "system", "You are a helpful assistant", "user", "Hello!");

  // Dynamic prompt
  Method("code_review", () => {
    Payload(() => {
      Attribute("language", String, "Programming language");
      Attribute("code", String, "Code to review");
      Required("language", "code");
    });
    Result(ArrayOf(Message));
    DynamicPrompt("code_review", "Generate code review prompt");
  });

  Method("progress_update", () => {
    Payload(() => {
      Attribute("task_id", String, "Task identifier");
      Attribute("progress", Int, "Progress percentage (0-100)");
      Required("task_id", "progress");
    });
    Notification("progress", "Task progress notification");
  });

  Method("subscribe_status", () => {
    Payload(() => {
      Attribute("uri", String, "Resource URI to subscribe to");
      Required("uri");
    });
    Result(String);
    Subscription("status"); // Links to WatchableResource named "status"
  });

  Method("watch_subscriptions", () => {
    StreamingResult(() => {
      Attribute("resource", String, "Resource URI that changed");
      Attribute("event", String, "Event type (created, updated, deleted)");
      Required("resource", "event");
    });
    SubscriptionMonitor("subscriptions");
  });
});
