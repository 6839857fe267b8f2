/** Two versions of an agent: what it may call, what it offers, and the limits of its runs. */
import { jsonEqual } from "../../json/json-equal.ts";
import type { AgentModel, RunPolicyModel } from "../model.ts";
import type { Changes } from "./design-change.ts";
import { diffExports, reachedTools } from "./diff-exports.ts";
import type { Versions } from "./versions.ts";

export function diffAgents(before: AgentModel, after: AgentModel, versions: Versions, changes: Changes): void {
  const mayCall = new Set(reachedTools(after.uses, versions.after));
  for (const tool of reachedTools(before.uses, versions.before)) {
    if (!mayCall.has(tool)) changes.at(tool).breaking("use_removed", `may no longer call "${tool}"`);
  }
  diffExports(before.exports, after.exports, versions, changes);
  diffRunPolicy(before.runPolicy, after.runPolicy, changes.at("run policy"));
}

function diffRunPolicy(before: RunPolicyModel, after: RunPolicyModel, changes: Changes): void {
  const parts = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof RunPolicyModel)[]);
  for (const part of parts) {
    if (jsonEqual(before[part], after[part])) continue;
    const message = `${part} was ${shown(before[part])}, is ${shown(after[part])}`;
    if (part === "interruptsAllowed" && before.interruptsAllowed) changes.breaking("interrupts_disallowed", message);
    else if (part === "history" && !isCompressed(before) && isCompressed(after)) {
      changes.breaking("history_model_needed", `${message}, which needs a history model`);
    } else changes.compatible("run_policy_changed", message);
  }
}

function isCompressed({ history }: RunPolicyModel): boolean {
  return history !== undefined && "compress" in history;
}

function shown(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
