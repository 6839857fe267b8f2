/** Renders a source directly. Parsed templates are kept, the least recently used one goes first. */
import type { JsonValue } from "../json/json.ts";
import { parseTemplate, type RenderOptions, type Template } from "./template.ts";

const capacity = 200;
const parsed = new Map<string, Template>();

export function renderTemplate(source: string, data: JsonValue, options?: RenderOptions): string {
  return templateFor(source).render(data, options);
}

function templateFor(source: string): Template {
  const template = parsed.get(source) ?? parseTemplate(source);
  // A Map keeps the order of insertion: putting it in again makes it the newest.
  parsed.delete(source);
  parsed.set(source, template);
  const [oldest] = parsed.keys();
  if (parsed.size > capacity && oldest !== undefined) parsed.delete(oldest);
  return template;
}
