/** A complete design with registries: two to take toolsets from, one to publish to. */
import {
  Agent,
  APIKeySecurity,
  APIVersion,
  Args,
  ArrayOf,
  Attribute,
  CacheTTL,
  DefaultCaps,
  Description,
  Exclude,
  Export,
  Federation,
  FromRegistry,
  Include,
  MaxToolCalls,
  PublishTo,
  Registry,
  Required,
  Retry,
  Return,
  RunPolicy,
  Security,
  Service,
  SyncInterval,
  Tags,
  TimeBudget,
  Timeout,
  Tool,
  Toolset,
  URL,
  Use,
  Version,
} from "kigumi/design";

export const CorpAPIKey = APIKeySecurity("corp_api_key");

// Define registries
export const CorpRegistry = Registry("corp-registry", () => {
  Description("Corporate tool registry");
  URL("https://registry.corp.internal");
  APIVersion("v1");
  Security(CorpAPIKey);
  Timeout("30s");
  Retry(3, "1s");
  SyncInterval("5m");
  CacheTTL("1h");
});

export const AnthropicRegistry = Registry("anthropic", () => {
  Description("Anthropic MCP Registry");
  URL("https://registry.anthropic.com/v1");
  Federation(() => {
    Include("web-search", "code-execution");
    Exclude("experimental/*");
  });
  SyncInterval("1h");
  CacheTTL("24h");
});

// Consume toolsets from registries
export const DataTools = Toolset(FromRegistry(CorpRegistry, "data-tools"), () => {
  Version("2.1.0");
});

export const SearchTools = Toolset(FromRegistry(AnthropicRegistry, "web-search"));

// Local toolset to publish
export const AnalyticsTools = Toolset("analytics", () => {
  Tool("analyze", "Analyze dataset", () => {
    Args(() => {
      Attribute("dataset_id", String, "Dataset identifier");
      Required("dataset_id");
    });
    Return(() => {
      Attribute("insights", ArrayOf(String), "Analysis insights");
      Required("insights");
    });
  });
});

export const orchestrator = Service("orchestrator", () => {
  Agent("analyst", "Data analysis agent", () => {
    Use(DataTools);
    Use(SearchTools);
    Use(AnalyticsTools);

    // Export and publish to registry
    Export(AnalyticsTools, () => {
      PublishTo(CorpRegistry);
      Tags("analytics", "data");
    });

    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(10));
      TimeBudget("5m");
    });
  });
});
