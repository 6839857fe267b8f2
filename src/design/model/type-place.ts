/** A place of the design that holds a type: arguments, results, server data. */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";

export interface TypePlace {
  /** What generated code calls the type: the user type's own name, or one made from where it stands. */
  readonly name: string;
  /** JSON Schema 2020-12. Refers to user types as `#/$defs/<Name>`, which live in `model.types`. */
  readonly schema: JsonSchema;
}

/** The arguments of a tool: always an object, as every provider wants it. */
export interface PayloadPlace extends TypePlace {
  /** The design declared a single value, as in `Args(String)`; it travels as the one property `value`. */
  readonly isWrapped?: true;
}
