/** A caller's MCP servers and ours. Under one name there can be one: neither of two is dropped without a word. */
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";

type Servers = NonNullable<Options["mcpServers"]>;

export function mergeServers(others: Readonly<Servers>, ours: Readonly<Servers>): Servers {
  const taken = Object.keys(ours).find((name) => Object.hasOwn(others, name));
  if (taken === undefined) return { ...others, ...ours };
  throw new KigumiError({
    code: "server_name_taken",
    message: `mcpServers has a server named ${JSON.stringify(taken)}, and so is the one that serves these tools; give one of them another name`,
    data: { name: taken },
  });
}
