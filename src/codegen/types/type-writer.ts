/**
 * JSON Schema as TypeScript types. A decoded value has every field that has a default; what may be sent leaves those
 * out, so a type that reaches a default has a second form for that.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, typesOf } from "../../tool/schema/json-schema.ts";
import { withoutKeywords } from "../../tool/schema/without-keywords.ts";
import { isAnnotation, type SchemaReader } from "../codecs/schema-reader.ts";
import { documented } from "../text/comment.ts";
import { alternatives, block, braces, type Doc, group, list } from "../text/doc.ts";
import { printDoc } from "../text/print-doc.ts";
import { literalType } from "./literal-type.ts";
import { membersOf } from "./object-members.ts";

/** `decoded`: what code works with. `input`: what may be sent. */
export type TypeForm = "decoded" | "input";

export interface TypeWriterOptions {
  readonly reader: SchemaReader;
  /** The name of a user type in the module that is written. */
  readonly userType: (typeName: string, form: TypeForm) => string;
  readonly form: TypeForm;
}

export class TypeWriter {
  readonly reader: SchemaReader;
  readonly form: TypeForm;
  readonly #userType: TypeWriterOptions["userType"];

  constructor({ reader, userType, form }: TypeWriterOptions) {
    this.reader = reader;
    this.form = form;
    this.#userType = userType;
  }

  /** `export interface Name { … }`, or a type alias for what is no plain object. */
  declaration(name: string, schema: JsonSchema): Doc {
    const members = this.#isInterface(schema) ? membersOf(schema, this) : [];
    const declaration =
      members.length > 0
        ? block(
            `export interface ${name} {`,
            members.map((member) => [member, ";"]),
          )
        : [`export type ${name} =`, this.after(schema), ";"];
    return documented(schema.description, declaration);
  }

  /** The type behind a colon or an equals sign, with the space before it. */
  after(node: JsonSchemaNode): Doc {
    return alternatives(this.#union(node), " ");
  }

  /** The type inside another, in brackets where it needs them. */
  inside(node: JsonSchemaNode): Doc {
    const items = this.#union(node);
    return items.length === 1 ? items : ["(", alternatives(items, ""), ")"];
  }

  #isInterface(schema: JsonSchema): boolean {
    const isObject = schema.type === "object" && schema.enum === undefined && !Object.hasOwn(schema, "const");
    return isObject && COMPOSING.every((keyword) => schema[keyword] === undefined);
  }

  /** The alternatives of a node, each once. */
  #union(node: JsonSchemaNode): Doc[] {
    const seen = new Set<string>();
    return this.#alternatives(node).filter((doc) => {
      const text = printDoc(doc);
      if (seen.has(text)) return false;
      seen.add(text);
      return true;
    });
  }

  #alternatives(node: JsonSchemaNode): Doc[] {
    if (!isSchemaObject(node)) return [node ? "unknown" : "never"];
    const parts = this.#parts(node);
    if (parts.length === 0) return ["unknown"];
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    return [
      parts.map((part, index) => [
        index === 0 ? "" : " & ",
        part.length === 1 ? part : ["(", alternatives(part, ""), ")"],
      ]),
    ];
  }

  /** What the keywords of a node say, each as alternatives; a value is of all of them. */
  #parts(node: JsonSchema): Doc[][] {
    const base = withoutKeywords(node, ...COMPOSING, "unevaluatedProperties");
    const own = Object.keys(base).every(isAnnotation) ? [] : [this.#plain(base)];
    const union = node.anyOf ?? node.oneOf;
    const isClosed = node.unevaluatedProperties === false;
    return [
      ...own,
      ...(node.$ref === undefined ? [] : [[this.#userType(this.reader.nameOf(node.$ref), this.form)]]),
      ...(node.allOf ?? []).map((part) => this.#alternatives(isClosed ? closed(part) : part)),
      ...(union === undefined ? [] : [union.flatMap((branch) => this.#alternatives(branch))]),
    ].filter((part) => part.length !== 1 || part[0] !== "unknown");
  }

  /** A node without combinators. */
  #plain(node: JsonSchema): Doc[] {
    if (Object.hasOwn(node, "const")) return [literalType(node.const)];
    if (node.enum !== undefined) return node.enum.length === 0 ? ["never"] : node.enum.map(literalType);
    const types = typesOf(node);
    if (types.length === 0) return ["unknown"];
    return types.map((type) => {
      if (type === "array") return this.#array(node);
      if (type === "object") return this.#object(node);
      return type === "integer" ? "number" : type;
    });
  }

  #object(node: JsonSchema): Doc {
    const members = membersOf(node, this);
    if (members.length > 0) return braces(members, ";");
    const { additionalProperties = true } = node;
    if (additionalProperties === false) return "Readonly<Record<string, never>>";
    return group("Readonly<Record<string,", this.after(additionalProperties), ">>");
  }

  #array({ prefixItems, items, minItems = 0 }: JsonSchema): Doc {
    const rest = Array.isArray(items) ? true : ((items ?? true) as JsonSchemaNode);
    if (prefixItems === undefined) return ["readonly ", this.inside(rest), "[]"];
    const fixed = prefixItems.map((item, index) => [this.inside(item), index < minItems ? "" : "?"]);
    const more = rest === false ? [] : [["...", this.inside(rest), "[]"]];
    return ["readonly ", list("[", [...fixed, ...more], "]")];
  }
}

/** A part of an object that is closed as a whole: it admits no keys of its own. */
function closed(part: JsonSchemaNode): JsonSchemaNode {
  return isSchemaObject(part) && part.properties !== undefined ? { additionalProperties: false, ...part } : part;
}

const COMPOSING = ["allOf", "anyOf", "oneOf", "not", "$ref"];
