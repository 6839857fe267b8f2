/** The user types of a design under the names that generated code has for them. */
import type { JsonSchema, JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { RUNTIME_NAMES } from "../codecs/runtime-names.ts";
import { SchemaReader, type UserTypes } from "../codecs/schema-reader.ts";
import { besideImports, NameScope, uniqueNames } from "../names/unique-names.ts";
import { camelCase, pascalCase } from "../names/words.ts";

/** A type that generated code has a name for. */
export interface NamedType {
  /** PascalCase. */
  readonly name: string;
  /** As the design calls it. */
  readonly label: string;
  readonly schema: JsonSchema;
}

/** The things that generated modules declare for one type. */
export interface TypeNames {
  readonly type: string;
  /** What may be sent; the type itself where nothing has a default. */
  readonly input: string;
  readonly schema: string;
  readonly decoder: string;
  readonly codec: string;
}

/** Types of the language that declarations are written with. */
const GLOBAL: ReadonlySet<string> = new Set(["Readonly", "Record"]);

export class TypeCatalog {
  readonly reader: SchemaReader;
  /** The user types, by name. */
  readonly types: readonly NamedType[];
  readonly #byLabel: ReadonlyMap<string, NamedType>;
  /** What may be sent of the user types: a type that the design itself calls so keeps its name. */
  readonly #inputs: ReadonlyMap<string, string>;

  constructor(types: UserTypes) {
    this.reader = new SchemaReader(types);
    const labels = Object.keys(types).toSorted();
    const names = uniqueNames(labels, (label) =>
      GLOBAL.has(pascalCase(label)) ? `${pascalCase(label)}Type` : pascalCase(label),
    );
    this.types = labels.map((label) => ({ label, name: names.get(label) ?? label, schema: types[label] ?? {} }));
    this.#byLabel = new Map(this.types.map((type) => [type.label, type]));
    const scope = new NameScope(this.types.map(({ name }) => name));
    this.#inputs = new Map(this.types.map(({ name }) => [name, scope.take(`${name}Input`)]));
  }

  /** The user type that a node is, when it is one. */
  userType(node: JsonSchemaNode): NamedType | undefined {
    const label = this.reader.userTypeOf(node);
    return label === undefined ? undefined : this.#byLabel.get(label);
  }

  named(label: string): NamedType {
    // The reader has looked every reference up already.
    return this.#byLabel.get(label) ?? { label, name: pascalCase(label), schema: {} };
  }

  namesOf({ name, schema }: NamedType): TypeNames {
    const local = camelCase(name);
    return {
      type: name,
      input: this.reader.fillsDefaults(schema) ? (this.#inputs.get(name) ?? `${name}Input`) : name,
      schema: `${local}Schema`,
      decoder: `decode${name}`,
      codec: besideImports(`${local}Codec`, RUNTIME_NAMES),
    };
  }

  /** The user types that a schema reaches, by name. */
  reachedFrom(schema: JsonSchema): readonly NamedType[] {
    const labels = this.reader.reachableTypes(schema);
    return this.types.filter(({ label }) => labels.has(label));
  }
}
