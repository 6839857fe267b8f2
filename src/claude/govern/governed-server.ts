/**
 * What Claude is offered under a policy: our tools through a server of this process, and those of its own. What the
 * policy denies is not listed; what it lists is judged once more where it runs, so that nothing depends on the hooks.
 */
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { listTools } from "../../policy/list-tools.ts";
import type { Policy, PolicySubject, Rules } from "../../policy/rules.ts";
import { createToolContext } from "../../runtime/tool-context.ts";
import type { Clock } from "../../tool/clock.ts";
import type { Logger } from "../../tool/logger.ts";
import type { OutputStore } from "../../tool/output/output-store.ts";
import { createToolOutputCacheTool } from "../../tool/output/tool-output-cache.ts";
import { createToolOutputCacheGrepTool } from "../../tool/output/tool-output-cache-grep.ts";
import type { Tool } from "../../tool/tool.ts";
import { toSdkMcpTool } from "../tools/convert-tool.ts";
import { extractToolsFromToolsets } from "../tools/extract-tools.ts";
import { createMcpServer } from "../tools/mcp-server.ts";
import { exposedName, filterTools, type NamedTools, nameTools } from "../tools/named-tools.ts";
import type { CallJudge } from "./call-judge.ts";
import { GovernedTools, ownTool } from "./governed-call.ts";

export interface GovernedServerOptions {
  readonly policy?: Rules | Policy | undefined;
  readonly judge: CallJudge;
  readonly serverName: string;
  /** Whose outputs they are. */
  readonly sessionId: string;
  readonly outputStore?: OutputStore | undefined;
  readonly maxOutputBytes: number;
  readonly deps: Record<string, unknown>;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

export interface GovernedServer {
  readonly tools: GovernedTools;
  readonly mcpServers: NonNullable<Options["mcpServers"]>;
}

export async function createGovernedServer(
  own: Iterable<Tool>,
  { policy, judge, serverName, sessionId, outputStore, maxOutputBytes, deps, clock, logger }: GovernedServerOptions,
): Promise<GovernedServer> {
  const all = [...own, ...(outputStore === undefined ? [] : cacheTools(outputStore))];
  const call = { id: "", runId: sessionId, sessionId };
  const ctx = createToolContext({ deps, clock, call, ...(logger === undefined ? {} : { logger }) });
  const converted = all.map((tool) =>
    toSdkMcpTool(tool, undefined, {
      ctx,
      maxOutputBytes,
      confirm: ({ call: { id }, args }) => judge.isApproved({ id, tool: ownTool(tool), args, isNested: false }),
      ...(policy === undefined ? {} : { policy }),
      ...(outputStore === undefined ? {} : { outputStore }),
    }),
  );
  // Named before the policy is asked: what it hides changes no other tool's name, also in a session that is resumed.
  const named = nameTools(extractToolsFromToolsets(converted));
  const visible = new Map(visibleTools(policy, all).map((tool) => [tool.id, tool]));
  const listed = filterTools(named, ({ name }) => visible.has(name));
  return {
    tools: new GovernedTools(byExposedName(serverName, listed, visible)),
    mcpServers: { [serverName]: await createMcpServer(listed, { name: serverName }) },
  };
}

function byExposedName(serverName: string, listed: NamedTools, tools: ReadonlyMap<string, Tool>): Map<string, Tool> {
  const exposed = new Map<string, Tool>();
  for (const [listedName, { name: id }] of listed) {
    const tool = tools.get(id);
    if (tool !== undefined) exposed.set(exposedName(serverName, listedName), tool);
  }
  return exposed;
}

export function visibleTools<T extends PolicySubject>(
  policy: Rules | Policy | undefined,
  tools: readonly T[],
): readonly T[] {
  return policy === undefined ? tools : listTools(policy, tools);
}

function cacheTools(store: OutputStore): Tool[] {
  return [createToolOutputCacheTool({ store }), createToolOutputCacheGrepTool({ store })];
}
