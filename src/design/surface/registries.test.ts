import { expect, test } from "vitest";
import {
  Agent,
  APIKeySecurity,
  APIVersion,
  BasicAuthSecurity,
  BearerSecurity,
  CacheTTL,
  Description,
  Exclude,
  Export,
  evaluate,
  Federation,
  FromRegistry,
  Include,
  OAuth2Security,
  PublishTo,
  Registry,
  Retry,
  Security,
  Service,
  SyncInterval,
  Tags,
  Timeout,
  Tool,
  Toolset,
  URL,
  Use,
  Version,
} from "../index.ts";

const CorpAPIKey = APIKeySecurity("corp_api_key", () => Description("Sent with every request"));

const CorpRegistry = Registry("corp-registry", () => {
  Description("Corporate tool registry");
  URL("https://registry.corp.internal");
  APIVersion("v2");
  Security(CorpAPIKey);
  Timeout("30s");
  Retry(3, "1s");
  SyncInterval("5m");
  CacheTTL("1h");
});

const AnthropicRegistry = Registry("anthropic", () => {
  URL("https://registry.anthropic.com/v1");
  Federation(() => {
    Include("web-search", "code-execution");
    Include("data-*");
    Exclude("experimental/*");
  });
});

const DataTools = Toolset(FromRegistry(CorpRegistry, "data-tools"), () => {
  Version("2.1.0");
  Tags("data", "etl");
});
const SearchTools = Toolset("web", FromRegistry(AnthropicRegistry, "web-search"));

const AnalyticsTools = Toolset("analytics", () => {
  Tool("analyze", "Analyze dataset");
});

const orchestrator = Service("orchestrator", () => {
  Agent("analyst", "Data analysis agent", () => {
    Use(DataTools);
    Use(SearchTools);
    Use(AnalyticsTools);
    Export(AnalyticsTools, () => {
      PublishTo(CorpRegistry);
      Tags("analytics", "data");
    });
  });
});

test("registries, their settings and their schemes are reached from whoever uses them", () => {
  const { registries, securitySchemes } = evaluate({ orchestrator });
  expect(registries).toEqual([
    {
      name: "corp-registry",
      description: "Corporate tool registry",
      url: "https://registry.corp.internal",
      apiVersion: "v2",
      security: ["corp_api_key"],
      timeout: "30s",
      retry: { maxRetries: 3, backoff: "1s" },
      syncInterval: "5m",
      cacheTtl: "1h",
    },
    {
      name: "anthropic",
      url: "https://registry.anthropic.com/v1",
      apiVersion: "v1",
      security: [],
      federation: { include: ["web-search", "code-execution", "data-*"], exclude: ["experimental/*"] },
    },
  ]);
  expect(securitySchemes).toEqual([{ name: "corp_api_key", type: "apiKey", description: "Sent with every request" }]);
});

test("a toolset of a registry is named after it unless it says otherwise, and may pin a version", () => {
  const { toolsets } = evaluate({ orchestrator });
  expect(toolsets.slice(0, 2)).toEqual([
    {
      name: "data-tools",
      routingId: "orchestrator.data-tools",
      tags: ["data", "etl"],
      provider: { type: "registry", registry: "corp-registry", toolset: "data-tools", version: "2.1.0" },
      owner: { type: "service", service: "orchestrator" },
      tools: [],
    },
    {
      name: "web",
      routingId: "orchestrator.web",
      tags: [],
      provider: { type: "registry", registry: "anthropic", toolset: "web-search" },
      owner: { type: "service", service: "orchestrator" },
      tools: [],
    },
  ]);
});

test("an export says where it is published, with tags of its own; the toolset stays local", () => {
  const { agents, toolsets } = evaluate({ orchestrator });
  expect(agents[0]?.exports).toEqual([
    { toolset: "analytics", tags: ["analytics", "data"], publishTo: ["corp-registry"] },
  ]);
  expect(toolsets[2]).toMatchObject({ tags: [], provider: { type: "local" } });
});

test("schemes are of four types, and a service can ask for them too", () => {
  const schemes = [APIKeySecurity("a"), BearerSecurity("b"), OAuth2Security("c"), BasicAuthSecurity("d")];
  const { securitySchemes, services } = evaluate({ desk: Service("desk", () => Security(...schemes)) });
  expect(securitySchemes.map(({ type }) => type)).toEqual(["apiKey", "bearer", "oauth2", "basic"]);
  expect(services[0]?.security).toEqual(["a", "b", "c", "d"]);
});
