/** Registries that toolsets are found in: how they are reached, how often they are asked, and what is taken from them. */
import {
  APIKeySecurity,
  APIVersion,
  CacheTTL,
  Description,
  Exclude,
  Federation,
  Include,
  OAuth2Security,
  Registry,
  Retry,
  Security,
  SyncInterval,
  Timeout,
  URL,
} from "kigumi/design";

export const CorpAPIKey = APIKeySecurity("corp_api_key");

export const AnthropicOAuth = OAuth2Security("anthropic_oauth");

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
  Security(AnthropicOAuth);
  Federation(() => {
    Include("web-search", "code-execution", "data-*");
    Exclude("experimental/*", "deprecated/*");
  });
  SyncInterval("1h");
  CacheTTL("24h");
});
