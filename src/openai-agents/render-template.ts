/**
 * Fills `{{ $ctx.key }}` from the run's context and, where allowed, `{{ $env.NAME }}` from the environment. What is not
 * defined is empty, what is neither of the two is left as it stands, and a value is never rendered again.
 */
import { stringifyJson } from "../json/stringify-json.ts";
import type { AgentContext } from "./agent-context.ts";

/** Turns instructions into what the model reads, on every turn. */
export type Renderer = (text: string, context: Readonly<AgentContext>, allowEnv: boolean) => string | Promise<string>;

export function renderTemplate(text: string, context: Readonly<AgentContext>, allowEnv: boolean): string {
  return text.replace(PLACEHOLDER, (placeholder, inner: string) => {
    const key = inner.trim();
    if (key.startsWith(CONTEXT)) return asText(own(context, key.slice(CONTEXT.length)));
    if (key.startsWith(ENVIRONMENT)) return allowEnv ? asText(own(process.env, key.slice(ENVIRONMENT.length))) : "";
    return placeholder;
  });
}

// One run without braces, trimmed in code: a pattern that trims would look at white space over and over.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const CONTEXT = "$ctx.";
const ENVIRONMENT = "$env.";

/** The whole rest of the placeholder is one key: `$ctx.a.b` is the key `a.b`. Inherited properties are not values. */
function own(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : stringifyJson(value);
}
