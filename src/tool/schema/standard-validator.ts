/**
 * Validates with the schema's own library, and refuses the keys that library would drop. A zod schema is compiled by
 * zod's own compiler first, when the copy of zod that made it is the one we can load; the schema decides either way.
 */
import { fromStandardIssues } from "./standard-issues.ts";
import type { StandardResult, StandardSchema } from "./standard-schema.ts";
import type { KeyCheck } from "./unknown-keys.ts";
import type { Validated, Validator } from "./validator.ts";

export async function createStandardValidator(
  schema: StandardSchema,
  checkKeys: KeyCheck | undefined,
): Promise<Validator> {
  const { validate } = (await compiledByZod(schema))["~standard"];

  const finish = (result: StandardResult<unknown>, value: unknown): Validated => {
    const unknownKeys = checkKeys?.(value);
    if (result.issues !== undefined) {
      return { issues: [...fromStandardIssues(result.issues, value), ...(unknownKeys ?? [])] };
    }
    return unknownKeys === undefined ? result : { issues: unknownKeys };
  };

  return (value) => {
    const result = validate(value);
    return result instanceof Promise ? result.then((settled) => finish(settled, value)) : finish(result, value);
  };
}

/** What this file relies on of zod's internals: the version that made a schema. */
interface MadeByZod {
  readonly _zod?: { readonly version?: { readonly major: number; readonly minor: number; readonly patch: number } };
}

async function compiledByZod(schema: StandardSchema): Promise<StandardSchema> {
  const madeBy = (schema as MadeByZod)._zod?.version;
  if (schema["~standard"].vendor !== "zod" || madeBy === undefined) return schema;
  try {
    const { compile, core } = await import("zod");
    const { major, minor, patch } = core.version;
    // Another copy may differ inside: its schemas are left as they are.
    if (madeBy.major !== major || madeBy.minor !== minor || madeBy.patch !== patch) return schema;
    return compile(schema as never) as StandardSchema;
  } catch {
    // zod is older than its compiler, or cannot be loaded from here.
    return schema;
  }
}
