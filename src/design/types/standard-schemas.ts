/**
 * Schemas of libraries as parts of the model: described once each, objects closed, and whatever they define for
 * themselves moved to the model's types under names nobody else has.
 */
import { selfContained } from "../../tool/projection/self-contained.ts";
import { closeObjects } from "../../tool/schema/close-objects.ts";
import { compileSchema } from "../../tool/schema/compiled-schema.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";
import type { StandardSchema } from "../../tool/schema/standard-schema.ts";
import { mapSubschemas } from "../../tool/schema/subschemas.ts";
import { typeNameOf } from "../names/type-name.ts";
import { uniqueName } from "../names/unique-name.ts";
import type { Place } from "../problem.ts";

export class StandardSchemas {
  readonly #types: Record<string, JsonSchema>;
  readonly #known = new Map<StandardSchema, Map<string, JsonSchema>>();

  /** `types`: the model's, to which definitions are added. */
  constructor(types: Record<string, JsonSchema>) {
    this.#types = types;
  }

  /** Throws a `KigumiError` when the schema cannot describe itself. The place only gives definitions their names. */
  schemaOf(schema: StandardSchema, role: "input" | "output", { path }: Place): JsonSchema {
    let byRole = this.#known.get(schema);
    if (byRole === undefined) {
      byRole = new Map();
      this.#known.set(schema, byRole);
    }
    let known = byRole.get(role);
    if (known === undefined) {
      known = this.#adopt(
        compileSchema(schema, role).document("draft-2020-12"),
        typeNameOf(path.at(-1) ?? "") || "Schema",
      );
      byRole.set(role, known);
    }
    return known;
  }

  #adopt(document: JsonSchema, prefix: string): JsonSchema {
    const closed = closeObjects(document, "draft-2020-12");
    const { $defs = {}, ...root } = selfContained(closed, (ref) => resolveRef(closed, ref));
    const names = new Map<string, string>();
    for (const name of Object.keys($defs)) {
      // Names that libraries make up say nothing; those that an author gave are kept.
      const given = /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && name !== "root" ? name : prefix;
      const unique = uniqueName(given, (each) => Object.hasOwn(this.#types, each));
      names.set(`#/$defs/${name}`, `#/$defs/${unique}`);
      this.#types[unique] = {};
    }
    const rename = (node: JsonSchemaNode): JsonSchemaNode => {
      if (!isSchemaObject(node)) return node;
      const inner = mapSubschemas(node, rename);
      const $ref = node.$ref === undefined ? undefined : names.get(node.$ref);
      return $ref === undefined ? inner : { ...inner, $ref };
    };
    for (const [name, definition] of Object.entries($defs)) {
      const renamed = rename(definition);
      this.#types[names.get(`#/$defs/${name}`)?.slice("#/$defs/".length) ?? name] = renamed as JsonSchema;
    }
    return rename(root) as JsonSchema;
  }
}
