/** Cursors come in pairs: an optional text argument that takes one, and an optional text field that returns the next. */

import type { BuildContext } from "../build/build-context.ts";
import type { ObjectFields } from "../build/type-places.ts";
import type { BoundsExpression } from "../expressions/tool-expression.ts";
import { suggestName } from "../names/suggest-name.ts";
import type { Located } from "../problem.ts";

/** `payload`: without what is injected, since a cursor is the model's to set. */
export function checkCursors(
  { cursor, nextCursor, ...bounds }: BoundsExpression,
  payload: ObjectFields | undefined,
  context: BuildContext,
): void {
  checkCursor(cursor, payload ?? { properties: {}, required: [] }, "the arguments have", context);
  if ((cursor === undefined) === (nextCursor === undefined)) return;
  const [declared, missing] = cursor === undefined ? ["NextCursor", "Cursor"] : ["Cursor", "NextCursor"];
  const message = `${declared} is declared without ${missing}`;
  const hint = "Paging needs both: an argument that takes a cursor, and a field that returns the next one.";
  context.evaluation.report({ code: "invalid_cursor", message, hint }, cursor ?? nextCursor ?? bounds);
}

export function checkCursor(
  field: Located<string> | undefined,
  fields: ObjectFields,
  whatHas: string,
  { evaluation, places }: BuildContext,
): void {
  if (field === undefined || field.value === "") return;
  const schema = places.fieldSchema(fields, field.value);
  if (schema === undefined) {
    const message = `${whatHas} no field "${field.value}" for a cursor`;
    evaluation.report(
      { code: "unknown_field", message, hint: suggestName(field.value, Object.keys(fields.properties)) },
      field,
    );
  } else if (schema.type !== "string" || fields.required.includes(field.value)) {
    const message = `"${field.value}" is a cursor, so it has to be an optional String: the first call has none, and the last page`;
    evaluation.report(
      { code: "invalid_cursor", message, hint: "Make it a String and leave it out of Required." },
      field,
    );
  }
}
