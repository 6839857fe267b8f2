/** Strict templates: Go's `text/template` as far as tools, confirmations and prompts need it. */
export { checkTemplate, type TemplateProblem } from "./check-template.ts";
export type { TemplateFunction } from "./functions/template-function.ts";
export { renderTemplate } from "./render-template.ts";
export type { DataSchema } from "./schema-reading.ts";
export { type ParseOptions, parseTemplate, type RenderOptions, type Template } from "./template.ts";
export { TemplateError, type TemplateErrorCode } from "./template-error.ts";
export type { PathStep, TemplatePath } from "./template-path.ts";
