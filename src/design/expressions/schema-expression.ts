/** What a block said about one type: its fields, or what constrains the type it was given. */
import type { Located, Place } from "../problem.ts";
import type { DesignType, UserType } from "../types/design-type.ts";

export interface SchemaExpression extends Place {
  /** Absent: an object when fields are declared, else whatever `isField` says. */
  readonly base: DesignType | undefined;
  /** A field without a type is a text; everything else without one is an object. */
  readonly isField: boolean;
  /** `OneOf` as a field: the fields are the variants, of which a value is one. */
  readonly isUnion: boolean;
  description?: Located<string>;
  readonly fields: FieldExpression[];
  readonly required: Located<string>[];
  readonly extended: Located<UserType>[];
  readonly constraints: Map<Constraint, Located<unknown>>;
  readonly examples: Located<unknown>[];
}

export interface FieldExpression extends Place {
  readonly name: string;
  /** Of `Field`: its number in a binary format. */
  readonly number: number | undefined;
  readonly schema: SchemaExpression;
}

/** What a type can be held to, by the JSON Schema keyword for it, as far as one keyword says it for every type. */
export type Constraint = "default" | "enum" | "format" | "pattern" | "minimum" | "maximum" | "minLength" | "maxLength";

export function createSchemaExpression(
  { site, path }: Place,
  { base, isField = false, isUnion = false }: { base?: DesignType | undefined; isField?: boolean; isUnion?: boolean },
): SchemaExpression {
  return {
    site,
    path,
    base,
    isField,
    isUnion,
    fields: [],
    required: [],
    extended: [],
    constraints: new Map(),
    examples: [],
  };
}
