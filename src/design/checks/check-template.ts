/** Reads a template and compares what it reads with what its data can have. */
import { messageOf } from "../../errors/kigumi-error.ts";
import { checkTemplate, parseTemplate, type Template } from "../../template/index.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Located } from "../problem.ts";

/** Undefined when the template cannot be used. */
export function readTemplate(
  template: Located<string>,
  data: JsonSchema,
  what: string,
  evaluation: Evaluation,
): Template | undefined {
  let parsed: Template;
  try {
    parsed = parseTemplate(template.value);
  } catch (error) {
    const hint = "Templates are Go's text/template: {{ .Field }}, {{ if }}, {{ range }}, {{ with }}.";
    evaluation.report({ code: "invalid_template", message: `${what}: ${messageOf(error)}`, hint }, template);
    return undefined;
  }
  const problems = checkTemplate(parsed, data);
  for (const { code, message } of problems) evaluation.report({ code, message: `${what}: ${message}` }, template);
  return problems.length === 0 ? parsed : undefined;
}
