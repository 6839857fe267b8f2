/** Fields a model never sees and cannot set: removed from the schema it is shown, filled in from the context. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject, JsonValue } from "../json/json.ts";
import type { CallInfo, ToolContext } from "./context.ts";
import type { JsonSchema } from "./schema/json-schema.ts";
import { ToolInputError } from "./tool-error.ts";

/** The schema without the injected properties. */
export function withoutFields(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  const { properties, required, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties ?? {}).filter(([key]) => !fields.includes(key))),
    ...(required === undefined ? {} : { required: required.filter((key) => !fields.includes(key)) }),
  };
}

/** The arguments with the injected fields. A model that tries to set one is corrected; a missing value is loud. */
export function injectFields(
  toolId: string,
  args: JsonObject,
  fields: readonly string[],
  ctx: ToolContext<unknown>,
): JsonObject {
  const forged = fields.filter((field) => Object.hasOwn(args, field));
  if (forged.length > 0) {
    const issues = forged.map((field) => ({
      path: [field],
      constraint: "injected",
      message: "set by the system; leave it out",
      received: field,
    }));
    throw new ToolInputError(toolId, issues);
  }
  const values = fields.map((field) => [field, injectedValue(toolId, field, ctx)] as const);
  return { ...args, ...Object.fromEntries(values) };
}

/** Identity of the call under the names designs use for it. */
const CALL_FIELDS: Readonly<Record<string, keyof CallInfo>> = {
  run_id: "runId",
  session_id: "sessionId",
  turn_id: "turnId",
  tool_call_id: "id",
};

function injectedValue(toolId: string, field: string, ctx: ToolContext<unknown>): JsonValue {
  if (ctx.injected && Object.hasOwn(ctx.injected, field)) return ctx.injected[field] as JsonValue;
  const callField = Object.hasOwn(CALL_FIELDS, field) ? CALL_FIELDS[field] : undefined;
  const value = callField === undefined ? undefined : ctx.call?.[callField];
  if (value !== undefined) return value;
  throw new KigumiError({
    code: "missing_injected_value",
    message: `${toolId} injects "${field}", but the context has no value for it; pass createToolContext({ inject: { ${field}: … } })`,
    data: { tool: toolId, field },
  });
}
