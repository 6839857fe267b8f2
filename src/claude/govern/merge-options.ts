/** A caller's options for `query()` with the governed ones over them: hooks and servers are added up, the rest gives way. */
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { mergeServers } from "../tools/merge-servers.ts";
import type { GovernedQueryOptions } from "./govern-claude.ts";

export function mergeOptions(others: Options, governed: GovernedQueryOptions): Options {
  const { abortController } = governed;
  const { signal } = others.abortController ?? new AbortController();
  if (signal.aborted) abortController.abort(signal.reason);
  else signal.addEventListener("abort", () => abortController.abort(signal.reason), { once: true });
  return {
    // Settings that lie in a directory may run commands of their own; whoever trusts them says so.
    settingSources: [],
    ...others,
    ...governed,
    mcpServers: mergeServers(others.mcpServers ?? {}, governed.mcpServers),
    hooks: mergeHooks(others.hooks ?? {}, governed.hooks),
  };
}

type Hooks = NonNullable<Options["hooks"]>;

function mergeHooks(others: Hooks, governed: Hooks): Hooks {
  const events = [...new Set([...Object.keys(others), ...Object.keys(governed)])] as (keyof Hooks)[];
  return Object.fromEntries(events.map((event) => [event, [...(others[event] ?? []), ...(governed[event] ?? [])]]));
}
