/** Fields that the runtime fills are required texts: there is always a value for them, and it is always a text. */
import { SERVER_DATA_FIELD } from "../../run/server-data.ts";
import type { BuildContext } from "../build/build-context.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";
import type { PayloadPlace } from "../model/type-place.ts";
import { suggestName } from "../names/suggest-name.ts";

/** The names of the injected fields. */
export function checkInject(tool: ToolExpression, payload: PayloadPlace, context: BuildContext): string[] {
  const { evaluation, places } = context;
  const fields = places.fieldsOf(payload.schema) ?? { properties: {}, required: [] };
  for (const field of tool.inject) {
    const schema = places.fieldSchema(fields, field.value);
    if (field.value === "") continue;
    if (schema === undefined) {
      const message = `"${field.value}" is injected, but the arguments have no such field`;
      evaluation.report(
        { code: "unknown_field", message, hint: suggestName(field.value, Object.keys(fields.properties)) },
        field,
      );
    } else if (schema.type !== "string") {
      const message = `"${field.value}" is injected, so it has to be a String`;
      evaluation.report({ code: "inject_not_text", message, hint: "Change its type." }, field);
    } else if (!fields.required.includes(field.value)) {
      const message = `"${field.value}" is injected, so it is always there`;
      evaluation.report({ code: "inject_optional", message, hint: `Add Required("${field.value}").` }, field);
    }
  }
  if (tool.serverData.length > 0 && Object.hasOwn(fields.properties, SERVER_DATA_FIELD)) {
    const message = `the argument "${SERVER_DATA_FIELD}" is how a model asks for server data, which this tool has`;
    evaluation.report({ code: "reserved_field", message, hint: "Give the argument another name." }, tool);
  }
  return tool.inject.map(({ value }) => value);
}
