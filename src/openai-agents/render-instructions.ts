/** The instructions of one turn: rendered over the context as it is by then, and fit to be sent. */
import { KigumiError } from "../errors/kigumi-error.ts";
import { jsonTypeOf } from "../json/json.ts";
import type { AgentContext } from "./agent-context.ts";
import { Prompt } from "./prompt.ts";
import { type Renderer, renderTemplate } from "./render-template.ts";

export interface RenderedAgent {
  readonly name: string;
  readonly instructions: string | Prompt;
  readonly renderer?: Renderer;
  readonly allowEnv?: boolean;
}

export async function renderInstructions(agent: RenderedAgent, context: AgentContext): Promise<string> {
  const { name, instructions, renderer = renderTemplate, allowEnv = false } = agent;
  const text = instructions instanceof Prompt ? instructions.text : instructions;
  const rendered: unknown = await renderer(text, context, allowEnv);
  if (typeof rendered !== "string") {
    throw new KigumiError({
      code: "invalid_renderer",
      message: `the renderer of agent "${name}" has to return a text, not ${jsonTypeOf(rendered)}`,
    });
  }
  // Half a surrogate pair from somebody's data has no UTF-8, and an API would refuse the whole request.
  return rendered.toWellFormed();
}
