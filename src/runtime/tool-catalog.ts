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
import type { Toolset } from "../tool/toolset.ts";
import { type AgentToolset, isAgentToolset } from "./agent-toolset.ts";
import { narrowing } from "./narrowing.ts";

export interface ToolCatalog {
  find(id: string): CatalogEntry | undefined;
  tool(id: string): Tool | undefined;
  readonly ids: readonly string[];
  /** What a model is shown: everything the policy and the run's narrowing let it see, in a stable order. */
  definitions(policy: Rules | Policy | undefined, overrides: RunOverrides, hidden: readonly string[]): ToolDefinition[];
  decide(policy: Rules | Policy | undefined, overrides: RunOverrides, tool: ToolSpec, args: JsonObject): Decision;
}

/** What a runtime says of confirmations, over what tools say of themselves. It may also add some. */
export type ConfirmationOverrides = Readonly<
  Record<string, { title?: string; prompt: (args: JsonObject) => string; denied?: (args: JsonObject) => JsonValue }>
>;

export function createToolCatalog(
  toolsets: readonly (Toolset | AgentToolset)[],
  confirmations: ConfirmationOverrides = {},
): ToolCatalog {
  const tools = new Map<string, Tool>();
  const entries = new Map<string, CatalogEntry>();
  for (const toolset of toolsets) {
    for (const tool of toolset.tools) {
      tools.set(tool.id, tool);
      entries.set(tool.id, entryOf(tool, isAgentToolset(toolset) ? toolset.agent : undefined, confirmations));
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
    ids,
    definitions: (policy, overrides, hidden) =>
      [...tools.values()]
        .filter((tool) => !hidden.includes(tool.id) && judge(policy, overrides, tool.spec).effect !== "deny")
        // The declared id: planners and logs speak of tools by it, and adapters derive what a provider accepts.
        .map((tool) => ({ ...tool.definition, name: tool.id })),
    decide: judge,
  };
}

function entryOf(tool: Tool, childAgentId: string | undefined, overrides: ConfirmationOverrides): CatalogEntry {
  const { spec } = tool;
  const override = Object.hasOwn(overrides, spec.id) ? overrides[spec.id] : undefined;
  const declared = spec.confirmation ?? (override === undefined ? undefined : {});
  const callHint = spec.hints?.call;
  return {
    spec: declared === undefined ? spec : { ...spec, confirmation: declared },
    ...(childAgentId === undefined ? {} : { childAgentId }),
    ...(callHint === undefined ? {} : { displayHint: (args: JsonObject) => hint(callHint, args) }),
    ...(declared === undefined
      ? {}
      : {
          confirmation: (args: JsonObject) => ({
            title: override?.title ?? declared.title ?? `Run ${spec.title ?? spec.id}?`,
            prompt:
              override?.prompt(args) ??
              (declared.promptTemplate === undefined
                ? `${spec.id} ${JSON.stringify(args)}`
                : renderTemplate(declared.promptTemplate, args)),
            deniedContent: deniedContent(declared.deniedResultTemplate, override?.denied, args),
            ...(declared.expiresIn === undefined ? {} : { expiresInMs: parseDuration(declared.expiresIn) }),
          }),
        }),
  };
}

function deniedContent(
  template: string | undefined,
  denied: ((args: JsonObject) => JsonValue) | undefined,
  args: JsonObject,
): string {
  if (denied !== undefined) return JSON.stringify(denied(args));
  return template === undefined ? "A person declined this call." : renderTemplate(template, args);
}

const LONGEST_HINT = 140;

/** A hint is a courtesy: one that cannot be rendered is left out. */
function hint(template: string, args: JsonObject): string | undefined {
  try {
    return renderTemplate(template, args).replace(/\s+/g, " ").trim().slice(0, LONGEST_HINT);
  } catch {
    return undefined;
  }
}
