/** The functions for registries, for publishing to them, and for security schemes. */
import { type Block, declare } from "../expressions/declaration.ts";
import type { RegistryDeclaration, SecurityDeclaration, SecurityType } from "../expressions/declarations.ts";
import type { FederationExpression } from "../expressions/registry-expression.ts";
import { blockFunction, declaringFunction } from "../functions/design-function.ts";
import type { FunctionSpec } from "../functions/function-spec.ts";
import type { Parameter } from "../functions/parameter.ts";
import { registrySpecs as specs } from "../functions/specs/registries.ts";
import { setOnce } from "./set-once.ts";

export const Registry: (name: string, block?: Block) => RegistryDeclaration = declaringFunction(
  specs.Registry,
  (call, name = "", block) => declare<RegistryDeclaration>("registry", call, { name, block }),
);

// Not to be confused with the global of the same name, which the seed's function hides.
const parseUrl = globalThis.URL;

export const URL: (url: string) => void = blockFunction(specs.URL, (call, url) => {
  if (!parseUrl.canParse(url) || !/^https?:$/.test(new parseUrl(url).protocol)) {
    call.report({
      code: "invalid_url",
      message: `${JSON.stringify(url)} is not a URL of http or https`,
      hint: 'Write it whole, such as "https://registry.example.com".',
    });
  }
  setOnce(call, call.expression, "url", call.at(url), "URL");
});

export const APIVersion: (version: string) => void = blockFunction(specs.APIVersion, (call, version) => {
  setOnce(call, call.expression, "apiVersion", call.at(version), "APIVersion");
});

export const Timeout: (duration: string) => void = blockFunction(specs.Timeout, (call, duration) => {
  setOnce(call, call.expression, "timeout", call.at(duration), "Timeout");
});

export const Retry: (maxRetries: number, backoff: string) => void = blockFunction(
  specs.Retry,
  (call, maxRetries, backoff) => {
    setOnce(call, call.expression, "retry", call.at({ maxRetries, backoff }), "Retry");
  },
);

export const SyncInterval: (duration: string) => void = blockFunction(specs.SyncInterval, (call, duration) => {
  setOnce(call, call.expression, "syncInterval", call.at(duration), "SyncInterval");
});

export const CacheTTL: (duration: string) => void = blockFunction(specs.CacheTTL, (call, duration) => {
  setOnce(call, call.expression, "cacheTtl", call.at(duration), "CacheTTL");
});

export const Federation: (block: Block) => void = blockFunction(specs.Federation, (call, block) => {
  const { evaluation, expression: registry, site, path } = call;
  const federation: FederationExpression = { site, path, include: [], exclude: [] };
  setOnce(call, registry, "federation", federation, "Federation");
  evaluation.run({ context: "Federation", expression: federation, path }, block);
});

export const Include: (...globs: string[]) => void = blockFunction(specs.Include, ({ expression }, globs) => {
  expression.include.push(...globs);
});

export const Exclude: (...globs: string[]) => void = blockFunction(specs.Exclude, ({ expression }, globs) => {
  expression.exclude.push(...globs);
});

export const PublishTo: (registry: RegistryDeclaration) => void = blockFunction(specs.PublishTo, (call, registry) => {
  const { publishTo } = call.expression;
  call.evaluation.reached.registry(registry);
  if (!publishTo.some(({ value }) => value === registry)) publishTo.push(call.at(registry));
  else
    call.report({
      code: "declared_twice",
      message: `it is published to "${registry.name}" twice`,
      hint: "Say it once.",
    });
});

export const Security: (...schemes: SecurityDeclaration[]) => void = blockFunction(specs.Security, (call, schemes) => {
  for (const scheme of schemes) {
    call.evaluation.reached.security(scheme);
    call.expression.security.push(call.at(scheme));
  }
});

type SchemeFunction = (name: string, block?: Block) => SecurityDeclaration;

export const APIKeySecurity: SchemeFunction = schemeFunction(specs.APIKeySecurity, "apiKey");
export const BearerSecurity: SchemeFunction = schemeFunction(specs.BearerSecurity, "bearer");
export const OAuth2Security: SchemeFunction = schemeFunction(specs.OAuth2Security, "oauth2");
export const BasicAuthSecurity: SchemeFunction = schemeFunction(specs.BasicAuthSecurity, "basic");

function schemeFunction(
  spec: FunctionSpec<never, readonly [Parameter<string>, Parameter<Block | undefined>]>,
  type: SecurityType,
): SchemeFunction {
  return declaringFunction(spec, (call, name = "", block) =>
    declare<SecurityDeclaration>("security", call, { name, type, block }),
  );
}
