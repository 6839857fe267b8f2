/** The one way parsing fails. */
import { TemplateError } from "../template-error.ts";

export function invalidTemplate(source: string, at: number, message: string): TemplateError {
  return new TemplateError({ code: "invalid_template", message, source, at });
}
