/**
 * Fills a tool's arguments from what a request names, guided by the schema alone. Every value is checked against its
 * schema; where the request has nothing for a required one, the schema's own default or example is used, and said so.
 */
import type { JsonObject, JsonValue } from "../../json/json.ts";
import { convertDraft } from "../../tool/schema/convert-draft.ts";
import { exampleOf } from "../../tool/schema/example-input.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";
import { impliedTypes } from "../../tool/schema/keyword-types.ts";
import { surelyMatches } from "../../tool/schema/structural-match.ts";
import { durationIn, durationSpellings } from "./duration-spellings.ts";
import { parameterKind } from "./parameter-kind.ts";
import { RequestSources } from "./request-sources.ts";

export interface FilledArguments {
  readonly args: JsonObject;
  /** Required parameters that the request says nothing about, by name. */
  readonly madeUp: readonly string[];
  /** Identifiers of the request that found no place. */
  readonly unused: readonly string[];
}

export interface FillOptions {
  readonly toolName: string;
  readonly schema: JsonSchema;
  readonly request: string;
  /** In place of all that the request has. */
  readonly identifiers?: readonly string[];
}

export function fillArguments({ toolName, schema, request, identifiers }: FillOptions): FilledArguments {
  return new ArgumentFiller(schema, new RequestSources(request, toolName, identifiers)).fill();
}

/** Deeper than this, an example has to do. */
const DEEPEST = 3;
/** More references and choices than this lead in a circle. */
const LONGEST_CHAIN = 8;

class ArgumentFiller {
  readonly #root: JsonSchema;
  readonly #sources: RequestSources;
  readonly #madeUp: string[] = [];

  constructor(schema: JsonSchema, sources: RequestSources) {
    this.#root = convertDraft(schema, "draft-2020-12");
    this.#sources = sources;
  }

  fill(): FilledArguments {
    const args = this.#object(this.#root, 0);
    return { args, madeUp: this.#madeUp, unused: this.#sources.identifiers };
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): JsonObject {
    const names = Object.keys(properties);
    const rank = (name: string) => (required.includes(name) ? 0 : 2) + (parameterKind(name) === "name" ? 0 : 1);
    const chosen = new Map<string, JsonValue>();
    // What has to be there chooses first among what the request names, and names choose before anything else.
    for (const name of names.toSorted((left, right) => rank(left) - rank(right))) {
      const node = properties[name] ?? true;
      const isRequired = required.includes(name);
      const value = this.#fromRequest(name, node, isRequired, depth);
      if (value !== undefined) chosen.set(name, value);
      else if (isRequired) chosen.set(name, this.#invented(name, node));
    }
    return Object.fromEntries(names.filter((name) => chosen.has(name)).map((name) => [name, chosen.get(name) ?? null]));
  }

  #fromRequest(name: string, node: JsonSchemaNode, isRequired: boolean, depth: number): JsonValue | undefined {
    const schema = this.#plain(node);
    const isNeeded = isRequired && !this.#accepts(node, null);
    if (schema.const !== undefined) return schema.const as JsonValue;
    if (schema.enum !== undefined) return this.#listed(schema.enum);
    const type = impliedTypes(schema).find((it) => it !== "null");
    if (type === "string") return this.#text(name, schema, isNeeded);
    if (type === "number" || type === "integer") return this.#number(name, schema);
    if (type === "boolean") return this.#sources.speaksOf(name) ? !this.#sources.denies(name) : undefined;
    if (type === "array") return this.#list(schema);
    return type === "object" && isNeeded && depth < DEEPEST ? this.#object(schema, depth + 1) : undefined;
  }

  #invented(name: string, node: JsonSchemaNode): JsonValue {
    if (this.#accepts(node, null)) return null;
    const schema = this.#plain(node);
    if (schema.default !== undefined && this.#accepts(node, schema.default)) return schema.default as JsonValue;
    this.#madeUp.push(name);
    // Off is the safer guess for a switch nobody mentioned.
    if (this.#accepts(node, false)) return false;
    const { $defs } = this.#root;
    return exampleOf($defs === undefined ? schema : { ...schema, $defs }) ?? null;
  }

  #text(name: string, schema: JsonSchema, isNeeded: boolean): string | undefined {
    const { seconds, remainder } = this.#sources;
    const accepts = (value: unknown) => this.#accepts(schema, value);
    const kind = parameterKind(name);
    if (kind === "time" && seconds !== undefined) return durationSpellings(seconds).find(accepts);
    const isWanted = isNeeded || this.#sources.speaksOf(name);
    if (kind === "search" || kind === "text") {
      const quoted = this.#sources.takeQuoted(accepts);
      if (quoted !== undefined) return quoted;
      return (isWanted || kind === "search") && remainder !== "" && accepts(remainder) ? remainder : undefined;
    }
    const named = isWanted || kind === "name" ? this.#sources.takeName(accepts) : undefined;
    return named ?? (isNeeded ? this.#sources.takeWord(name, accepts) : undefined);
  }

  #number(name: string, schema: JsonSchema): number | undefined {
    const accepts = (value: unknown) => this.#accepts(schema, value);
    const { seconds } = this.#sources;
    const span = seconds === undefined ? undefined : durationIn(name, seconds);
    return span !== undefined && accepts(span) ? span : this.#sources.takeNumber(name, accepts);
  }

  #list(schema: JsonSchema): JsonValue | undefined {
    const accepts = (value: unknown) => this.#accepts(schema, value);
    const { items } = schema;
    if (!isSchemaObject(items)) return undefined;
    if (items.enum === undefined) return this.#sources.takeAllNames(accepts);
    const spokenOf = items.enum.filter((value) => this.#sources.speaksOf(value));
    return spokenOf.length > 0 && accepts(spokenOf) ? (spokenOf as JsonValue[]) : undefined;
  }

  #listed(values: readonly unknown[]): JsonValue | undefined {
    const { seconds } = this.#sources;
    const spellings = seconds === undefined ? [] : durationSpellings(seconds);
    const isMeant = (value: unknown) => spellings.includes(String(value)) || this.#sources.speaksOf(value);
    return values.find(isMeant) as JsonValue | undefined;
  }

  #accepts(node: JsonSchemaNode, value: unknown): boolean {
    return surelyMatches(value, node, { resolve: (ref) => resolveRef(this.#root, ref) });
  }

  /** A node without its references, and without the choice of being null. */
  #plain(node: JsonSchemaNode, chain = LONGEST_CHAIN): JsonSchema {
    if (!isSchemaObject(node) || chain === 0) return {};
    const { $ref, anyOf, oneOf } = node;
    const choice = (anyOf ?? oneOf)?.find((it) => !this.#accepts(it, null));
    const target = $ref === undefined ? choice : resolveRef(this.#root, $ref);
    return target === undefined ? node : this.#plain(target, chain - 1);
  }
}
