/**
 * The tools of one agent: found by id when a plan names them, listed when a model is shown them. Two tools under one id
 * are refused: which of them ran, and whether somebody is asked before, would depend on the order of toolsets.
 */
import { parseDuration } from "../duration/duration.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject, JsonValue } from "../json/json.ts";
import { decide } from "../policy/decide.ts";
import type { Decision } from "../policy/decision.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { CatalogEntry } from "../run/plan-environment.ts";
import type { RunOverrides } from "../run/run-policy.ts";
import { renderTemplate } from "../template/index.ts";
import type { ToolDefinition, ToolSpec } from "../tool/spec.ts";
import type { Tool } from "../tool/tool.ts";
import { titleOf } from "../tool/tool-title.ts";
import type { Toolset } from "../tool/toolset.ts";
import { type AgentToolset, isAgentToolset } from "./agent-toolset.ts";
import { displayHints, type HintOverrides } from "./display-hints.ts";
import { narrowing } from "./narrowing.ts";
import { withServerDataParameter } from "./server-data-parameter.ts";

export interface ToolCatalog {
  find(id: string): CatalogEntry | undefined;
  tool(id: string): Tool | undefined;
  /** The toolset of a tool that another agent answers. */
  agentToolset(id: string): AgentToolset | undefined;
  readonly ids: readonly string[];
  /** What a model is shown: everything the policy and the run's narrowing let it see, in a stable order. */
  definitions(policy: Rules | Policy | undefined, overrides: RunOverrides, hidden: readonly string[]): ToolDefinition[];
  decide(policy: Rules | Policy | undefined, overrides: RunOverrides, tool: ToolSpec, args: JsonObject): Decision;
}

/** What a runtime says of confirmations, over what tools say of themselves. It may also add some. */
export type ConfirmationOverrides = Readonly<
  Record<string, { title?: string; prompt: (args: JsonObject) => string; denied?: (args: JsonObject) => JsonValue }>
>;

export interface CatalogOverrides {
  readonly confirmations?: ConfirmationOverrides | undefined;
  readonly hints?: HintOverrides | undefined;
}

/** Throws `duplicate_tool`. */
export function createToolCatalog(
  ownerId: string,
  toolsets: readonly (Toolset | AgentToolset)[],
  overrides: CatalogOverrides = {},
): ToolCatalog {
  const tools = new Map<string, Tool>();
  const entries = new Map<string, CatalogEntry>();
  const agentToolsets = new Map<string, AgentToolset>();
  const homes = new Map<string, Toolset | AgentToolset>();
  for (const toolset of toolsets) {
    const agentId = agentOf(toolset);
    for (const tool of toolset.tools) {
      const home = homes.get(tool.id) ?? toolset;
      const isSame = (tools.get(tool.id) ?? tool) === tool && agentOf(home) === agentOf(toolset);
      if (!isSame) throw duplicateTool(ownerId, tool.id, [home.name, toolset.name]);
      homes.set(tool.id, home);
      tools.set(tool.id, tool);
      entries.set(tool.id, entryOf(tool, agentId, overrides));
      if (isAgentToolset(toolset)) agentToolsets.set(tool.id, toolset);
    }
  }
  const ids = [...tools.keys()];
  const judge = (
    policy: Rules | Policy | undefined,
    overrides: RunOverrides,
    tool: ToolSpec,
    args?: JsonObject,
  ): Decision => {
    const narrowed = narrowing(overrides, tool);
    if (narrowed !== undefined) return { effect: "deny", reason: narrowed };
    return policy === undefined ? { effect: "allow", reason: "no policy is set" } : decide(policy, tool, args);
  };
  return {
    find: (id) => entries.get(id),
    tool: (id) => tools.get(id),
    agentToolset: (id) => agentToolsets.get(id),
    ids,
    definitions: (policy, overrides, hidden) =>
      [...tools.values()]
        .filter((tool) => !hidden.includes(tool.id) && judge(policy, overrides, tool.spec).effect !== "deny")
        // The declared id: planners and logs speak of tools by it, and adapters derive what a provider accepts.
        .map((tool) => withServerDataParameter({ ...tool.definition, name: tool.id }, tool.spec)),
    decide: judge,
  };
}

function agentOf(toolset: Toolset | AgentToolset): string | undefined {
  return isAgentToolset(toolset) ? toolset.agent : undefined;
}

function duplicateTool(agentId: string, tool: string, toolsets: readonly string[]): KigumiError {
  const where = toolsets.map((name) => `"${name}"`).join(" and ");
  return new KigumiError({
    code: "duplicate_tool",
    message: `agent "${agentId}" has two tools with the id "${tool}", in the toolsets ${where}; leave one out, or use prefix() or rename()`,
    data: { agent: agentId, tool, toolsets },
  });
}

function entryOf(
  { spec }: Tool,
  childAgentId: string | undefined,
  { confirmations = {}, hints }: CatalogOverrides,
): CatalogEntry {
  const override = Object.hasOwn(confirmations, spec.id) ? confirmations[spec.id] : undefined;
  const declared = spec.confirmation ?? (override === undefined ? undefined : {});
  // With the schema an optional argument that was left out reads as nothing; without it, it would be a mistake.
  const render = (template: string, args: JsonObject) => renderTemplate(template, args, { schema: spec.inputSchema });
  const deniedContent = (args: JsonObject): string => {
    if (override?.denied !== undefined) return JSON.stringify(override.denied(args));
    const template = declared?.deniedResultTemplate;
    return template === undefined ? "A person declined this call." : render(template, args);
  };
  return {
    spec: declared === undefined ? spec : { ...spec, confirmation: declared },
    ...(childAgentId === undefined ? {} : { childAgentId }),
    ...displayHints(spec, hints),
    ...(declared === undefined
      ? {}
      : {
          confirmation: (args: JsonObject) => ({
            title: override?.title ?? declared.title ?? `Run ${spec.title ?? titleOf(spec.id)}?`,
            prompt:
              override?.prompt(args) ??
              (declared.promptTemplate === undefined
                ? `${spec.id} ${JSON.stringify(args)}`
                : render(declared.promptTemplate, args)),
            deniedContent: deniedContent(args),
            ...(declared.expiresIn === undefined ? {} : { expiresInMs: parseDuration(declared.expiresIn) }),
          }),
        }),
  };
}
