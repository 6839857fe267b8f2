/**
 * The tools and rules that providers bring along: those registered by hand, in that order, then those found among the
 * direct dependencies, by package name. Rules are layered from base to provider to explicit; the later one wins.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { isPlainObject } from "../json/is-plain-object.ts";
import { mergeRules } from "../policy/merge-rules.ts";
import type { ToolRulesInput } from "../policy/normalize-tool-rules.ts";
import type { CompleteRules } from "../policy/rules.ts";
import { toolRuleError } from "../policy/tool-rule-error.ts";
import { ToolRulesMode } from "../policy/tool-rules-mode.ts";
import { type DiscoveryOptions, discoverToolProviders } from "./discover-tool-providers.ts";
import { asToolProvider, type ProvidedTool, type ToolProvider } from "./tool-provider.ts";

export type { DiscoveryOptions, ProvidedTool, ToolProvider };

export interface EffectiveToolRulesOptions extends DiscoveryOptions {
  /** A run's context; its `toolRules` (or `tool_rules`) count unless `toolRules` is given. */
  readonly context?: Readonly<Record<string, unknown>> | null;
  readonly toolRules?: ToolRulesInput;
}

/** Adds a provider for the whole process and returns the function that takes it out again. Throws E7. */
export function registerToolProvider(provider: ToolProvider): () => void {
  const registration = { provider: asToolProvider(provider) };
  registrations.add(registration);
  return () => {
    registrations.delete(registration);
  };
}

/** The providers' tools by name: a later one of the same name wins and keeps the first one's place. Throws E4, E7. */
export async function collectProviderTools(options: DiscoveryOptions = {}): Promise<Map<string, ProvidedTool>> {
  const tools = new Map<string, ProvidedTool>();
  for (const provider of await providersOf(options)) {
    for (const tool of await toolsOf(provider)) tools.set(nameOf(tool), tool as ProvidedTool);
  }
  return tools;
}

/** The names of the providers' tools, each once. Throws E4 for a tool without a name, E7 for a bad provider. */
export async function listProviderTools(options: DiscoveryOptions = {}): Promise<string[]> {
  return [...(await collectProviderTools(options)).keys()];
}

/** The providers' rules as one. Throws E18 for rules that are none, E7 for a bad provider. */
export async function getProviderToolRules(options: DiscoveryOptions = {}): Promise<CompleteRules> {
  const layers: ToolRulesInput[] = [];
  for (const provider of await providersOf(options)) layers.push(await provider.getToolRules());
  return mergeRules(...layers);
}

/** The rules a run is held to: the providers' and the explicit ones. Throws E5 for a context that is no plain object. */
export async function getEffectiveToolRules(options: EffectiveToolRulesOptions = {}): Promise<CompleteRules> {
  const inContext = rulesInContext(options.context);
  const provided = await getProviderToolRules(options);
  return mergeRules(ToolRulesMode.RECOMMENDED, provided, options.toolRules ?? inContext);
}

// An object per registration: the same provider may be registered twice, and each undo takes back its own.
const registrations = new Set<{ readonly provider: ToolProvider }>();

async function providersOf(options: DiscoveryOptions): Promise<readonly ToolProvider[]> {
  const registered = Array.from(registrations, ({ provider }) => provider);
  return [...registered, ...(await discoverToolProviders(options))];
}

async function toolsOf(provider: ToolProvider): Promise<Iterable<unknown>> {
  const tools: unknown = await provider.listTools();
  if (typeof tools === "object" && tools !== null && Symbol.iterator in tools) return tools as Iterable<unknown>;
  throw new KigumiError({
    code: "invalid_tool_provider",
    message: "listTools() of a tool provider has to return a list of tools, or a promise of one",
  });
}

/** Functions have names too; an anonymous one has an empty name, which is none. */
function nameOf(tool: unknown): string {
  const name: unknown = (tool as Partial<ProvidedTool> | null | undefined)?.name;
  if (typeof name !== "string" || name === "") throw toolRuleError("E4", {});
  return name;
}

function rulesInContext(context: EffectiveToolRulesOptions["context"]): ToolRulesInput {
  if (context === undefined || context === null) return null;
  if (!isPlainObject(context)) throw toolRuleError("E5", {});
  // Contexts written by other implementations spell it the other way; what it holds is checked when it is merged.
  return (context.toolRules ?? context.tool_rules) as ToolRulesInput;
}
