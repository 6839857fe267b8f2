/** The Claude Agent SDK, loaded when it is first needed: its package brings a whole CLI and stays an optional peer. */
import { KigumiError } from "../../errors/kigumi-error.ts";

type AgentSdk = typeof import("@anthropic-ai/claude-agent-sdk");

export async function loadAgentSdk(): Promise<AgentSdk> {
  return import("@anthropic-ai/claude-agent-sdk").catch((cause) => {
    throw new KigumiError({
      code: "peer_missing",
      message:
        "ClaudeCodeModel runs on the Claude Agent SDK, which could not be loaded; npm install @anthropic-ai/claude-agent-sdk",
      cause,
    });
  });
}
