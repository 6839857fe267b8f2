/**
 * Whom Claude Code talks to: Anthropic, when there is a key for it, and otherwise a script on this machine that says
 * what a model could have said. Everything else, the SDK and its CLI included, is the real thing either way.
 */
import { createAnthropicEndpoint } from "kigumi/testing";

export interface ChosenEndpoint extends AsyncDisposable {
  readonly description: string;
  /** For `options.env` of the SDK. */
  readonly env: Record<string, string | undefined>;
}

export async function chooseEndpoint(): Promise<ChosenEndpoint> {
  if (process.env.ANTHROPIC_API_KEY !== undefined) {
    return { description: "Claude itself answers.", env: process.env, async [Symbol.asyncDispose]() {} };
  }
  return scriptedEndpoint();
}

export async function scriptedEndpoint(): Promise<ChosenEndpoint> {
  const ops = (tool: string, device_id: string) => ({
    toolCalls: [{ name: `mcp__pydantic_tools__ops_${tool}`, args: { device_id } }],
  });
  const endpoint = await createAnthropicEndpoint({
    script: [
      ops("status", "web-1"),
      ops("restart", "db-1"),
      ops("restart", "web-1"),
      "web-1 had a stalled fan and was restarted. db-1 I may not touch.",
    ],
  });
  return {
    description: "No ANTHROPIC_API_KEY: a script on this machine answers in Claude's place.",
    env: endpoint.env,
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}
