/**
 * The rewriting engine: turns an author's schema into a dialect's, node by node, and with every node makes the codec
 * that carries its values there and back. It knows how to say things; the dialect knows what may be said.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../schema/json-schema.ts";
import { impliedTypes } from "../schema/keyword-types.ts";
import { subschemasOf } from "../schema/subschemas.ts";
import { withoutKeywords } from "../schema/without-keywords.ts";
import { carryKeywords, withNote } from "./carry-keywords.ts";
import { deferred, identity, jsonText } from "./codec.ts";
import { definitionName } from "./definition-name.ts";
import type { Dialect } from "./dialect.ts";
import { annotationsOf, isAnything, isConditionalUnion, isNever } from "./node-kinds.ts";
import { rewriteArray } from "./rewrite-array.ts";
import type { Place, ProjectionLoss, RewriteContext, Rewritten } from "./rewrite-context.ts";
import { rewriteEnum } from "./rewrite-enum.ts";
import { rewriteObject } from "./rewrite-object.ts";
import { flatten, following, isBareReference } from "./rewrite-reference.ts";
import { rewriteTypes, rewriteUnion } from "./rewrite-union.ts";
import { selfContained } from "./self-contained.ts";

/** References written out in full before the rest is sent as text: they can multiply without bound. */
const MOST_INLINED = 500;

interface Definition {
  readonly name: string;
  readonly reference: string;
  rewritten?: Rewritten;
}

export class Rewriter implements RewriteContext {
  readonly dialect: Dialect;
  readonly #root: JsonSchema;
  readonly #definitions = new Map<JsonSchemaNode, Definition>();
  readonly #byReference = new Map<string, Definition>();
  readonly #losses = new Map<string, ProjectionLoss>();
  readonly #unchanged = new Map<JsonSchemaNode, boolean>();
  #inlined = 0;

  constructor(root: JsonSchema, dialect: Dialect) {
    this.#root = root;
    this.dialect = dialect;
  }

  get losses(): readonly ProjectionLoss[] {
    return [...this.#losses.values()];
  }

  /** The definitions that references in rewritten schemas point to. */
  get definitions(): Readonly<Record<string, JsonSchema>> {
    const made = [...this.#definitions.values()].map(({ name, rewritten }) => [name, rewritten?.schema ?? {}]);
    return Object.fromEntries(made);
  }

  rewrite(node: JsonSchemaNode, place: Place): Rewritten {
    if (!isSchemaObject(node) || isAnything(node) || isNever(node)) return this.#rewriteAnything(node, place);
    if (this.dialect.keywords === "all" && this.#mayStay(node)) return { schema: node, codec: identity };
    if (node.$ref !== undefined) return this.#rewriteReference(node, node.$ref, place);
    if (node.allOf !== undefined) return this.#rewriteComposition(node, place, "allOf");
    if (node.const !== undefined || node.enum !== undefined) return rewriteEnum(this, node, place);
    const isUnion = node.anyOf !== undefined || node.oneOf !== undefined;
    if (isUnion && !isConditionalUnion(node)) return rewriteUnion(this, node, place);
    return this.#rewriteTyped(node, place);
  }

  asText(node: JsonSchemaNode, place: Place, keyword: string, why: string): Rewritten {
    this.lose(place, keyword, `sent as JSON text: ${why}`);
    const { description, ...schema } = isSchemaObject(node) ? node : {};
    const note = isAnything(node)
      ? "(JSON text of any value)"
      : `(JSON text of a value for this JSON Schema: ${JSON.stringify(selfContained(schema, this.resolve))})`;
    return { schema: { type: "string", description: withNote(description, note) }, codec: jsonText };
  }

  lose({ path }: Place, keyword: string, what: string): void {
    this.#losses.set(`${path} ${keyword} ${what}`, { path, keyword, what });
  }

  readonly resolve = (ref: string): JsonSchemaNode | undefined => resolveRef(this.#root, ref);

  readonly resolveWire = (ref: string): JsonSchemaNode | undefined => this.#byReference.get(ref)?.rewritten?.schema;

  /** Whether everything in a node can be sent as it is: no reference to lead astray, no name to change. */
  #mayStay(node: JsonSchemaNode): boolean {
    if (!isSchemaObject(node)) return true;
    const known = this.#unchanged.get(node);
    if (known !== undefined) return known;
    const pattern = this.dialect.propertyName?.pattern;
    const mayStay =
      node.$ref === undefined &&
      node.$dynamicRef === undefined &&
      Object.keys(node.properties ?? {}).every((name) => pattern === undefined || pattern.test(name)) &&
      [...subschemasOf(node)].every((child) => this.#mayStay(child));
    this.#unchanged.set(node, mayStay);
    return mayStay;
  }

  #rewriteAnything(node: JsonSchemaNode, place: Place): Rewritten {
    if (this.dialect.keywords !== "all") return this.asText(node, place, "type", "it may be anything");
    return { schema: isSchemaObject(node) ? withoutKeywords(node, "$defs", "not") : {}, codec: identity };
  }

  #rewriteTyped(node: JsonSchema, place: Place): Rewritten {
    const types = impliedTypes(node);
    const [type, ...more] = types;
    if (type === undefined) return this.asText(node, place, "type", "it may be of any type");
    if (node.type === undefined) this.lose(place, "type", `read as ${types.join(" or ")}, which its keywords imply`);
    if (more.length > 0) return rewriteTypes(this, node, types, place);
    if (type === "object") return rewriteObject(this, node, place);
    if (type === "array") return rewriteArray(this, node, place);
    if (type === "null") return rewriteEnum(this, { ...node, const: null }, place);
    const carried = carryKeywords(this, node, place, { type, isIdentity: true, handled: ["type"] });
    return { schema: { type, ...carried }, codec: identity };
  }

  #rewriteReference(node: JsonSchema, ref: string, place: Place): Rewritten {
    const target = this.resolve(ref);
    if (target === undefined || place.chain.has(target)) {
      this.lose(place, "$ref", `${ref} leads ${target === undefined ? "nowhere" : "only to itself"}`);
      return this.#rewriteAnything(withoutKeywords(node, "$ref"), place);
    }
    if (!isBareReference(node, target)) return this.#rewriteComposition(node, place, "$ref");
    if (this.dialect.references && isSchemaObject(target)) return this.#rewriteDefinition(node, ref, target, place);
    if (place.inlined.has(target)) return this.asText(node, place, "$ref", "the type contains itself");
    if (++this.#inlined > MOST_INLINED) return this.asText(node, place, "$ref", "the schema is too large written out");
    const inline = isSchemaObject(target) ? { ...target, ...annotationsOf(node) } : target;
    return this.rewrite(inline, following(place, [target]));
  }

  #rewriteDefinition(node: JsonSchema, ref: string, target: JsonSchema, place: Place): Rewritten {
    let definition = this.#definitions.get(target);
    if (definition === undefined) {
      const taken = new Set([...this.#definitions.values()].map(({ name }) => name));
      const name = definitionName(ref, taken);
      definition = { name, reference: `#/$defs/${name}` };
      this.#definitions.set(target, definition);
      this.#byReference.set(definition.reference, definition);
      const chain = new Set([target]);
      definition.rewritten = this.rewrite(target, { path: ref.slice(1), isRoot: false, chain, inlined: new Set() });
    }
    const made = definition;
    const codec = made.rewritten?.codec ?? deferred(() => made.rewritten?.codec ?? identity);
    const reference = { $ref: made.reference };
    // A reference takes no neighbours in some dialects, so what is said of this one goes around it.
    const carrying = { type: "null", isIdentity: false, handled: ["title"] } as const;
    const { description } = carryKeywords(this, annotationsOf(node), place, carrying);
    return { schema: description === undefined ? reference : { anyOf: [reference], description }, codec };
  }

  #rewriteComposition(node: JsonSchema, place: Place, keyword: "allOf" | "$ref"): Rewritten {
    const flat = flatten(this, node);
    if (flat === undefined) return this.asText(node, place, keyword, "its parts cannot be said as one");
    if ([...flat.followed].some((target) => place.inlined.has(target))) {
      return this.asText(node, place, keyword, "the type contains itself");
    }
    this.#inlined += flat.followed.size;
    if (this.#inlined > MOST_INLINED) return this.asText(node, place, keyword, "the schema is too large written out");
    return this.rewrite(flat.node, following(place, flat.followed));
  }
}
