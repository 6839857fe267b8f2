/**
 * Whether a schema's types are known and are ones JSON has. A schema that cannot be worked out is an error; one whose
 * library cannot describe itself is let through with a warning, for there is nothing to hold against it.
 */
import { KigumiError, messageOf } from "../../../errors/kigumi-error.ts";
import { compileSchema } from "../../../tool/schema/compiled-schema.ts";
import { fromStandardIssues } from "../../../tool/schema/standard-issues.ts";
import type { StandardSchema } from "../../../tool/schema/standard-schema.ts";
import type { Validated } from "../../../tool/schema/validator.ts";
import { TypeHintResolutionError } from "../tool-errors.ts";

export function assertResolvable(schema: StandardSchema, typeName: string): void {
  try {
    compileSchema(schema, "foreign").document("draft-2020-12");
  } catch (error) {
    if (KigumiError.isInstance(error) && error.code === "schema_not_describable") {
      process.emitWarning(`${typeName}: ${error.message}; its dependencies are assumed to be serializable`, {
        code: "KIGUMI_DEPS_UNCHECKED",
      });
      return;
    }
    throw new TypeHintResolutionError(typeName, messageOf(error), error);
  }
}

/** Dependencies are read where a tool is converted, which cannot wait. */
export function validateNow(schema: StandardSchema, value: unknown, typeName: string): Validated {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    throw new TypeHintResolutionError(typeName, "it validates asynchronously; dependencies need a synchronous schema");
  }
  return result.issues === undefined ? result : { issues: fromStandardIssues(result.issues, value) };
}
