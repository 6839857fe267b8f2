/** Runs one governed query of the real SDK against a scripted endpoint, to its end. */
import type { Options, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import type { AnthropicEndpoint } from "../../testing/index.ts";
import type { GovernedClaude } from "../govern/govern-claude.ts";

export interface GovernedRun {
  /** Default: none, which is how a session goes on that has stopped. */
  readonly prompt?: string;
  /** What a careless caller adds; the governed options come after it. */
  readonly options?: Options;
}

/** The last result; one that the SDK throws besides is returned all the same. */
export async function runGoverned(
  { env }: Pick<AnthropicEndpoint, "env">,
  governed: GovernedClaude,
  { prompt, options = {} }: GovernedRun = {},
): Promise<SDKResultMessage | undefined> {
  let result: SDKResultMessage | undefined;
  const all: Options = { env, cwd: env.HOME ?? "", settingSources: [], model: "claude-sonnet-4-5", ...options };
  try {
    for await (const message of governed.query({ ...(prompt === undefined ? {} : { prompt }), options: all })) {
      if (message.type === "result") result = message;
    }
  } catch (error) {
    if (result === undefined) throw error;
  }
  return result;
}
