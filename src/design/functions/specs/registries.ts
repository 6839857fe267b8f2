/** The functions for registries, for publishing to them, and for security schemes. */
import type { RegistryDeclaration, SecurityDeclaration } from "../../expressions/declarations.ts";
import { block, declared } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional, rest } from "../parameter.ts";
import { duration, name, text, wholeNumber } from "../value-parameters.ts";

const family = "Registries";

const example = `
export const corpKey = APIKeySecurity("corp_api_key", () => {
  Description("Sent with every request");
});
export const person = OAuth2Security("person");
export const service = BearerSecurity("service_token");
export const legacy = BasicAuthSecurity("legacy");

export const corp = Registry("corp-registry", () => {
  Description("Corporate tool registry");
  URL("https://registry.corp.internal");
  APIVersion("v1");
  Security(corpKey, person, service, legacy);
  Timeout("30s");
  Retry(3, "1s");
  SyncInterval("5m");
  CacheTTL("1h");
  Federation(() => {
    Include("web-search", "data-*");
    Exclude("experimental/*");
  });
});

export const analytics = Toolset("analytics", () => {
  Tool("analyze", "Analyze dataset");
});

export const desk = Service("desk", () => {
  Agent("analyst", "Data analysis agent", () => {
    Use(analytics);
    Export(analytics, () => {
      PublishTo(corp);
      Tags("analytics", "data");
    });
  });
});`;

const once = ["declared_twice"] as const;

function setting<const N extends string>(name: N, summary: string, byDefault: string) {
  return describeFunction({
    name,
    family,
    contexts: ["Registry"],
    parameters: [duration()],
    summary,
    byDefault,
    problems: once,
    example,
  });
}

function scheme<const N extends string>(functionName: N, summary: string) {
  return describeFunction({
    name: functionName,
    family,
    contexts: [],
    usedIn: "the arguments of Security",
    parameters: [name(), optional(block())],
    summary,
    problems: ["duplicate_name"],
    example,
  });
}

function globs<const N extends string>(name: N, summary: string, byDefault: string) {
  return describeFunction({
    name,
    family,
    contexts: ["Federation"],
    parameters: [rest(text("globs"))],
    summary,
    byDefault,
    example,
  });
}

export const registrySpecs = {
  Registry: describeFunction({
    name: "Registry",
    family,
    contexts: [],
    usedIn: "the top level of a design",
    parameters: [name(), optional(block())],
    summary: "Declares where toolsets are found and published.",
    problems: ["missing_url", "duplicate_name", "colliding_name"],
    example,
  }),
  URL: describeFunction({
    name: "URL",
    family,
    contexts: ["Registry"],
    parameters: [text("url")],
    summary: "Where the registry answers, over http or https. Every registry has one.",
    problems: ["invalid_url", ...once],
    example,
  }),
  APIVersion: describeFunction({
    name: "APIVersion",
    family,
    contexts: ["Registry"],
    parameters: [name("version")],
    summary: "The segment of the path that names the version of the registry's API.",
    byDefault: '"v1"',
    problems: once,
    example,
  }),
  Timeout: setting("Timeout", "How long a request may take.", "The client's own limit."),
  Retry: describeFunction({
    name: "Retry",
    family,
    contexts: ["Registry"],
    parameters: [wholeNumber("maxRetries", 0), duration("backoff")],
    summary: "How often a failed request is repeated, and how long to wait before the first time.",
    byDefault: "Not at all.",
    problems: once,
    example,
  }),
  SyncInterval: setting("SyncInterval", "How often the catalog is read anew.", "Once."),
  CacheTTL: setting("CacheTTL", "How long what was read may be used.", "Until the process ends."),
  Federation: describeFunction({
    name: "Federation",
    family,
    contexts: ["Registry"],
    parameters: [block()],
    summary: "Says which namespaces are taken over from a federated registry.",
    byDefault: "All of them.",
    problems: once,
    example,
  }),
  Include: globs("Include", "Takes over the namespaces that match.", "All of them."),
  Exclude: globs("Exclude", "Leaves out the namespaces that match, after Include.", "None of them."),
  PublishTo: describeFunction({
    name: "PublishTo",
    family,
    contexts: ["Export"],
    parameters: [declared<RegistryDeclaration>("registry", "what Registry returned", "registry")],
    summary: "Publishes the exported toolset to a registry; there may be several.",
    problems: once,
    example,
  }),
  Security: describeFunction({
    name: "Security",
    family,
    contexts: ["Registry", "Service"],
    parameters: [rest(declared<SecurityDeclaration>("schemes", "what a security function returned", "security"))],
    summary: "Says how callers authenticate.",
    byDefault: "Not at all.",
    example,
  }),
  APIKeySecurity: scheme("APIKeySecurity", "Declares authentication by a key."),
  BearerSecurity: scheme("BearerSecurity", "Declares authentication by a bearer token."),
  OAuth2Security: scheme("OAuth2Security", "Declares authentication by OAuth 2."),
  BasicAuthSecurity: scheme("BasicAuthSecurity", "Declares authentication by user name and password."),
} as const;
