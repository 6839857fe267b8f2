/**
 * Writes decoders into one module: a function for every object, array and union, scalars checked in place. The
 * writer keeps what the functions share (constants, names, what they import) and hands nodes to whoever knows them.
 */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { NameScope } from "../names/unique-names.ts";
import { constantCase, pascalCase } from "../names/words.ts";
import { block, type Doc } from "../text/doc.ts";
import { writeBody } from "./node-decoder.ts";
import type { RuntimeName } from "./runtime-names.ts";
import type { SchemaReader } from "./schema-reader.ts";

export interface DecoderWriterOptions {
  readonly reader: SchemaReader;
  /** The decoder of a user type, by the type's name; imported or declared by whoever owns the module. */
  readonly userDecoder: (typeName: string) => string;
  /** Names that the module has already. */
  readonly taken?: Iterable<string>;
}

export class DecoderWriter {
  readonly reader: SchemaReader;
  /** What the module imports from the runtime. */
  readonly runtime = new Set<RuntimeName>(["Issues", "Step"]);
  readonly #userDecoder: (typeName: string) => string;
  readonly #names: NameScope;
  readonly #constants = new Map<string, { readonly name: string; readonly doc: Doc }>();
  readonly #functions: Doc[] = [];
  readonly #written = new Map<JsonSchema, string>();

  constructor({ reader, userDecoder, taken = [] }: DecoderWriterOptions) {
    this.reader = reader;
    this.#userDecoder = userDecoder;
    this.#names = new NameScope(taken);
  }

  get constants(): readonly Doc[] {
    return [...this.#constants.values()].map(({ doc }) => doc);
  }

  get functions(): readonly Doc[] {
    return this.#functions;
  }

  /** Something of the runtime that the module then imports. */
  use(name: RuntimeName): string {
    this.runtime.add(name);
    return name;
  }

  /** A constant of the module; the same value is declared once. */
  constant(hint: string, key: string, value: Doc, type?: string): string {
    const known = this.#constants.get(key);
    if (known !== undefined) return known.name;
    const name = this.#names.take(constantCase(hint));
    const declared = type === undefined ? name : `${name}: ${type}`;
    this.#constants.set(key, { name, doc: ["const ", declared, " = ", value, ";"] });
    return name;
  }

  /** The function that decodes a node: the user type's own, or one that is written now. `path` names it. */
  decoder(node: JsonSchemaNode, path: readonly string[]): string {
    const userType = this.reader.userTypeOf(node);
    if (userType !== undefined) return this.#userDecoder(userType);
    const known = isSchemaObject(node) ? this.#written.get(node) : undefined;
    if (known !== undefined) return known;
    const name = this.write(node, path);
    if (isSchemaObject(node)) this.#written.set(node, name);
    return name;
  }

  /** Writes the function. A name that is given has been reserved by whoever gives it. */
  write(node: JsonSchemaNode, path: readonly string[], declared: { name?: string; isExported?: boolean } = {}): string {
    const { name = this.#names.take(`decode${path.map(pascalCase).join("")}`), isExported = false } = declared;
    // Keeps the place, so that a function stands before those it calls.
    const index = this.#functions.push("") - 1;
    const head = `${isExported ? "export " : ""}function ${name}(input: unknown, issues: Issues, step?: Step): unknown {`;
    this.#functions[index] = block(head, writeBody(node, path, this));
    return name;
  }
}
