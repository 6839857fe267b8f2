/** The registries and security schemes of the model. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { RegistryExpression, SecurityExpression } from "../expressions/registry-expression.ts";
import type { RegistryModel, SecuritySchemeModel } from "../model/registry-model.ts";
import { metaOf } from "./meta-of.ts";

export function buildRegistry(registry: RegistryExpression, evaluation: Evaluation): RegistryModel {
  const { name, description, url, apiVersion, security, timeout, retry, syncInterval, cacheTtl, federation } = registry;
  if (url === undefined) {
    const message = `the registry "${name}" has no URL`;
    evaluation.report({ code: "missing_url", message, hint: 'Add URL("https://…") to its block.' }, registry);
  }
  return {
    name,
    ...(description && { description: description.value }),
    url: url?.value ?? "",
    apiVersion: apiVersion?.value ?? "v1",
    security: [...new Set(security.map(({ value }) => value.name))],
    ...(timeout && { timeout: timeout.value }),
    ...(retry && { retry: retry.value }),
    ...(syncInterval && { syncInterval: syncInterval.value }),
    ...(cacheTtl && { cacheTtl: cacheTtl.value }),
    ...(federation && { federation: { include: [...federation.include], exclude: [...federation.exclude] } }),
  };
}

export function buildSecurityScheme({ name, type, description, ...security }: SecurityExpression): SecuritySchemeModel {
  const meta = metaOf(security.meta);
  return { name, type, ...(description && { description: description.value }), ...(meta && { meta }) };
}
