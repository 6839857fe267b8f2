/** The tools of one agent: found by id when a plan names them, listed when a model is shown them. */
import { parseDuration } from "../duration/duration.ts";
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

export function createToolCatalog(
  toolsets: readonly (Toolset | AgentToolset)[],
  overrides: CatalogOverrides = {},
): ToolCatalog {
  const tools = new Map<string, Tool>();
  const entries = new Map<string, CatalogEntry>();
  const agentToolsets = new Map<string, AgentToolset>();
  for (const toolset of toolsets) {
    const agentId = isAgentToolset(toolset) ? toolset.agent : undefined;
    for (const tool of toolset.tools) {
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
