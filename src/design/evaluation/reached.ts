/**
 * The declarations an evaluation has reached, each with what its block said. Reaching one a second time changes
 * nothing; two references to the same toolset of the same provider are one toolset.
 */
import { Declaration } from "../expressions/declaration.ts";
import type {
  ApiDeclaration,
  ProviderOption,
  RegistryDeclaration,
  SecurityDeclaration,
  ServiceDeclaration,
  ToolsetDeclaration,
} from "../expressions/declarations.ts";
import type { RegistryExpression, SecurityExpression } from "../expressions/registry-expression.ts";
import type { Root } from "../expressions/root.ts";
import { createSchemaExpression, type SchemaExpression } from "../expressions/schema-expression.ts";
import type { ApiExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { Place } from "../problem.ts";
import type { DesignType, ListType, MapType, UnionType, UserType } from "../types/design-type.ts";
import type { Evaluation } from "./evaluation.ts";

export class Reached {
  readonly apis: ApiExpression[] = [];
  readonly services: ServiceExpression[] = [];
  /** Every toolset where it is defined: at the top level, in a `Use` or in an `Export`. */
  readonly toolsets: ToolsetExpression[] = [];
  readonly registries: RegistryExpression[] = [];
  readonly securities: SecurityExpression[] = [];
  readonly types: Map<UserType, SchemaExpression> = new Map();
  readonly #evaluation: Evaluation;
  readonly #known = new Map<Declaration, Place>();
  readonly #provided = new Map<string, ToolsetExpression>();

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  root(declaration: Root): void {
    if (declaration.kind === "api") this.api(declaration);
    else if (declaration.kind === "service") this.service(declaration);
    else if (declaration.kind === "toolset") this.toolset(declaration);
    else if (declaration.kind === "registry") this.registry(declaration);
    else if (declaration.kind === "security") this.security(declaration);
    else this.type(declaration);
  }

  api(declaration: ApiDeclaration): void {
    this.#once(declaration, () => {
      const { site, name, block } = declaration;
      const api: ApiExpression = { site, path: [name], name, agentDocs: true, meta: new Map() };
      this.apis.push(api);
      this.#evaluation.enqueue({ context: "API", expression: api, path: api.path }, block);
      return api;
    });
  }

  service(declaration: ServiceDeclaration): void {
    this.#once(declaration, () => {
      const { site, name, block } = declaration;
      const lists = { methods: [], agents: [], exports: [], completions: [], prompts: [], security: [] };
      const service: ServiceExpression = { site, path: [name], name, meta: new Map(), ...lists };
      this.services.push(service);
      this.#evaluation.enqueue({ context: "Service", expression: service, path: service.path }, block);
      return service;
    });
  }

  toolset(declaration: ToolsetDeclaration): ToolsetExpression {
    return this.#once(declaration, () => {
      const { site, provider, block } = declaration;
      const name = declaration.name ?? provider?.toolset ?? "";
      const key = block === undefined && provider !== undefined ? `${name} ${providerKey(provider)}` : undefined;
      const same = key === undefined ? undefined : this.#provided.get(key);
      if (same !== undefined) return same;
      const lists = { tags: [], meta: new Map(), tools: [] };
      const toolset: ToolsetExpression = { site, path: [name], name, isExport: false, provider, ...lists };
      if (key !== undefined) this.#provided.set(key, toolset);
      this.toolsets.push(toolset);
      if (provider !== undefined) this.#evaluation.use(provider, toolset.path);
      if (provider?.kind === "registryProvider" && provider.registry !== undefined) this.registry(provider.registry);
      this.#evaluation.enqueue({ context: "Toolset", expression: toolset, path: toolset.path }, block);
      return toolset;
    });
  }

  registry(declaration: RegistryDeclaration): RegistryExpression {
    return this.#once(declaration, () => {
      const { site, name, block } = declaration;
      const registry: RegistryExpression = { site, path: [name], name, security: [] };
      this.registries.push(registry);
      this.#evaluation.enqueue({ context: "Registry", expression: registry, path: registry.path }, block);
      return registry;
    });
  }

  security(declaration: SecurityDeclaration): SecurityExpression {
    return this.#once(declaration, () => {
      const { site, name, type, block } = declaration;
      const security: SecurityExpression = { site, path: [name], name, type, meta: new Map() };
      this.securities.push(security);
      this.#evaluation.enqueue({ context: "Security", expression: security, path: security.path }, block);
      return security;
    });
  }

  type(declaration: UserType): SchemaExpression {
    return this.#once(declaration, () => {
      const { site, name, base, block } = declaration;
      const type = createSchemaExpression({ site, path: [name] }, { base });
      this.types.set(declaration, type);
      if (base !== undefined) this.designType(base);
      this.#evaluation.enqueue({ context: "Schema", expression: type, path: type.path }, block);
      return type;
    });
  }

  /** Reaches whatever a type is made of. */
  designType(type: DesignType): void {
    if (!(type instanceof Declaration)) return;
    if (type.kind === "type") this.type(type);
    else if (type.kind === "union") this.#union(type);
    else this.element(type);
  }

  /** What the block of a list or a map says about each element. */
  element(declaration: ListType | MapType): SchemaExpression {
    return this.#once(declaration, () => {
      const { site, block } = declaration;
      const base = declaration.kind === "list" ? declaration.element : declaration.value;
      const element = createSchemaExpression({ site, path: [] }, { base });
      this.designType(base);
      if (declaration.kind === "map") this.designType(declaration.key);
      this.#evaluation.enqueue({ context: "Schema", expression: element, path: [] }, block);
      return element;
    });
  }

  #union(declaration: UnionType): void {
    this.#once(declaration, () => {
      for (const alternative of declaration.alternatives) this.designType(alternative);
      return { site: declaration.site, path: [] };
    });
  }

  #once<E extends Place>(declaration: Declaration, reach: () => E): E {
    // Each kind of declaration is only ever reached by the one method that makes its kind of expression.
    const known = this.#known.get(declaration) as E | undefined;
    if (known !== undefined) return known;
    const expression = reach();
    this.#known.set(declaration, expression);
    for (const fault of declaration.faults) this.#evaluation.report(fault, expression);
    return expression;
  }
}

function providerKey(provider: ProviderOption): string {
  const owner = provider.kind === "mcpProvider" ? provider.service : provider.registry?.name;
  return `${provider.kind} ${owner} ${provider.toolset}`;
}
