/** The seed's quick start, and a little of everything else that generation has to deal with, as a model. */
import type { DesignModel, ToolModel } from "../../src/design/index.ts";
import type { JsonSchema } from "../../src/tool/schema/json-schema.ts";

const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const tool = (toolset: string, name: string, more: Partial<ToolModel> = {}): ToolModel => ({
  id: `${toolset}.${name}`,
  name,
  title: name,
  description: `Does ${name}`,
  tags: [],
  effect: "once",
  payload: { name: "Empty", schema: object({}) },
  ...more,
});

export const quickStartModel: DesignModel = {
  version: 1,
  api: { name: "assistant", title: "Assistant", agentDocs: true },
  types: {
    Document: object({ url: { type: "string", format: "uri" }, score: { type: "number", default: 0 } }, ["url"]),
    SearchResult: object({ documents: { type: "array", items: { $ref: "#/$defs/Document" } } }, ["documents"]),
  },
  services: [
    {
      name: "orchestrator",
      description: "Human front door for the knowledge agent.",
      methods: [
        {
          name: "list_devices",
          description: "Lists devices.",
          payload: {
            name: "ListDevicesPayload",
            schema: object({ site: { type: "string" }, limit: { type: "integer" } }, ["site"]),
          },
          result: {
            name: "ListDevicesResult",
            schema: object(
              {
                devices: { type: "array", items: { type: "string" } },
                chart: { type: "object", additionalProperties: { type: "number" } },
              },
              ["devices"],
            ),
          },
        },
        { name: "get_readme", result: { name: "String", schema: { type: "string" } } },
        {
          name: "watch_changes",
          streamingResult: { name: "Change", schema: object({ resource: { type: "string" } }, ["resource"]) },
        },
        {
          name: "log_message",
          payload: { name: "LogMessagePayload", schema: object({ message: { type: "string" } }, ["message"]) },
        },
      ],
      exports: [],
      security: [],
      mcp: {
        name: "orchestrator",
        version: "1.0.0",
        protocolVersion: "2025-06-18",
        capabilities: { tools: true, resources: true, prompts: true },
        tools: [{ name: "devices", description: "Lists devices", method: "list_devices" }],
        resources: [
          {
            name: "readme",
            uri: "file:///README.md",
            mimeType: "text/markdown",
            method: "get_readme",
            isWatchable: true,
          },
        ],
        prompts: [
          {
            type: "static",
            name: "greeting",
            description: "Says hello",
            messages: [{ role: "user", content: "Hello!" }],
          },
          {
            type: "dynamic",
            name: "log",
            description: "Logs",
            method: "log_message",
            arguments: [{ name: "message", required: true }],
          },
        ],
        notifications: [{ name: "logged", description: "Something was logged", method: "log_message" }],
        subscriptions: [{ resource: "readme", method: "get_readme" }],
        monitors: [{ name: "changes", method: "watch_changes" }],
      },
    },
  ],
  toolsets: [
    {
      name: "docs.search",
      routingId: "orchestrator.docs.search",
      description: "Searches documentation",
      tags: ["docs"],
      provider: { type: "local" },
      owner: { type: "service", service: "orchestrator" },
      tools: [
        tool("docs.search", "search", {
          description: "Search indexed documentation */",
          tags: ["search"],
          effect: "read",
          payload: {
            name: "SearchPayload",
            schema: object(
              {
                query: { type: "string", description: "Search phrase" },
                limit: { type: "integer", default: 5, minimum: 1 },
                session_id: { type: "string" },
              },
              ["query", "session_id"],
            ),
          },
          result: { name: "SearchResult", schema: { $ref: "#/$defs/SearchResult" } },
          inject: ["session_id"],
          hints: { call: 'Searching for: {{ .Query }} "now"' },
        }),
        tool("docs.search", "delete", {
          confirmation: { title: "Delete?", promptTemplate: "p", deniedResultTemplate: "{}" },
        }),
      ],
    },
    {
      name: "devices",
      routingId: "orchestrator.devices",
      tags: [],
      provider: { type: "local" },
      owner: { type: "service", service: "orchestrator" },
      tools: [
        tool("devices", "list", {
          effect: "read",
          payload: {
            name: "ListPayload",
            schema: object(
              { site: { type: "string" }, limit: { type: "integer", default: 10 }, verbose: { type: "boolean" } },
              ["site"],
            ),
          },
          result: {
            name: "ListResult",
            schema: object({ devices: { type: "array", items: { type: "string" } } }, ["devices"]),
          },
          serverData: [
            {
              kind: "chart.points",
              audience: "timeline",
              mode: "auto",
              name: "ChartPoints",
              schema: { type: "object", additionalProperties: { type: "number" } },
              fromMethodResultField: "chart",
            },
          ],
          binding: { service: "orchestrator", method: "list_devices" },
        }),
        tool("devices", "describe", {
          payload: { name: "DescribePayload", schema: object({ id: { type: "string" } }, ["id"]) },
          result: { name: "DescribeResult", schema: object({ text: { type: "string" } }, ["text"]) },
          binding: { service: "orchestrator", method: "list_devices" },
        }),
      ],
    },
    {
      name: "assistant-mcp",
      routingId: "assistant-mcp",
      tags: [],
      provider: { type: "mcp", service: "assistant", toolset: "assistant-mcp", schemas: "discovered" },
      tools: [],
    },
    {
      name: "web",
      routingId: "web",
      tags: [],
      provider: { type: "mcp", service: "browser", toolset: "web-suite", schemas: "inline" },
      owner: { type: "service", service: "browser" },
      tools: [
        tool("web", "open", { payload: { name: "OpenPayload", schema: object({ url: { type: "string" } }, ["url"]) } }),
      ],
    },
    {
      name: "data-tools",
      routingId: "orchestrator.data-tools",
      tags: [],
      provider: { type: "registry", registry: "corp", toolset: "data-tools", version: "2.1.0" },
      tools: [],
    },
    {
      name: "chat.tools",
      routingId: "chat.tools",
      tags: [],
      provider: { type: "agent", agent: "orchestrator.chat" },
      owner: { type: "agent", service: "orchestrator", agent: "chat" },
      tools: [
        tool("chat.tools", "summarize_status", {
          payload: { name: "SummarizePayload", schema: object({ prompt: { type: "string" } }, ["prompt"]) },
          result: { name: "SummarizeResult", schema: object({ summary: { type: "string" } }, ["summary"]) },
        }),
        tool("chat.tools", "log_message", {
          payload: { name: "LogPayload", schema: object({ message: { type: "string" } }, ["message"]) },
          passthrough: { service: "orchestrator", method: "log_message" },
        }),
      ],
    },
  ],
  agents: [
    {
      id: "orchestrator.chat",
      service: "orchestrator",
      name: "chat",
      description: "Conversational runner",
      uses: [
        { toolset: "docs.search" },
        { toolset: "devices", tools: ["devices.list"] },
        { toolset: "assistant-mcp" },
        { toolset: "web" },
        { toolset: "data-tools" },
      ],
      exports: [{ toolset: "chat.tools", tags: ["chat"], publishTo: ["corp"] }],
      runPolicy: {
        maxToolCalls: 8,
        maxConsecutiveFailedToolCalls: 3,
        timing: { budget: "2m" },
        interruptsAllowed: true,
        history: { compress: { triggerAt: 30, keepRecent: 10 } },
      },
    },
    {
      id: "desk.front",
      service: "desk",
      name: "front",
      description: "Hands work on",
      uses: [{ toolset: "chat.tools", agent: "orchestrator.chat" }],
      exports: [],
      runPolicy: { interruptsAllowed: false },
    },
  ],
  completions: [
    {
      id: "orchestrator.summary",
      service: "orchestrator",
      name: "summary",
      description: "Summarizes a conversation",
      result: {
        name: "Summary",
        schema: object({ text: { type: "string" }, tone: { type: "string", default: "calm" } }, ["text"]),
      },
    },
  ],
  registries: [
    {
      name: "corp",
      description: "Corporate tool registry",
      url: "https://registry.corp.internal",
      apiVersion: "v1",
      security: ["corp_key"],
      retry: { maxRetries: 3, backoff: "1s" },
    },
  ],
  securitySchemes: [{ name: "corp_key", type: "apiKey" }],
  warnings: [],
};
