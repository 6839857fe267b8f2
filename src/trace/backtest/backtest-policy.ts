/**
 * Tries a policy on calls that were recorded: what it would deny, ask a person about or newly allow, grouped by tool and
 * by the rule that decides. Reads the store as a stream; what it keeps grows with the groups, not with the calls.
 */
import { isPlainObject } from "../../json/is-plain-object.ts";
import { isPolicy, type Policy, type PolicySubject, type Rules } from "../../policy/rules.ts";
import { toolRuleError } from "../../policy/tool-rule-error.ts";
import type { TraceStore } from "../trace-store.ts";
import { type BacktestChange, type BacktestGroup, BacktestGroups } from "./backtest-groups.ts";
import { judgeRecordedCall, type Verdict } from "./judge-recorded-call.ts";
import { type RecordedCall, type RecordedPeriod, recordedCalls } from "./recorded-call.ts";
import { ruleOf } from "./rule-of.ts";
import { createToolSubjects } from "./tool-subjects.ts";

export interface BacktestOptions extends RecordedPeriod {
  /** The policy to compare with. Default: what happened at the time. */
  readonly baseline?: Rules | Policy;
  /** Where ids and tags of recorded tools are found; rules that select by tag need them. */
  readonly tools?: readonly PolicySubject[];
  /** How many examples to keep for each group, the newest first. Default 3. */
  readonly examples?: number;
  /** Called now and then with the number of calls so far. */
  readonly onProgress?: (calls: number) => void;
}

export interface PolicyBacktest {
  /** How many calls were looked at. */
  readonly calls: number;
  /** Calls that would go as they went. */
  readonly unchanged: number;
  readonly changes: Readonly<Record<BacktestChange, number>>;
  /** Of the changes, the most calls first. */
  readonly groups: readonly BacktestGroup[];
}

const PROGRESS_EVERY = 1000;

/** Throws E18 for what is neither rules nor a policy. */
export async function backtestPolicy(
  store: TraceStore,
  rules: Rules | Policy,
  options: BacktestOptions = {},
): Promise<PolicyBacktest> {
  const { baseline, tools = [], examples = 3, onProgress } = options;
  const tried = baseline === undefined ? [rules] : [rules, baseline];
  if (!tried.every((each) => isPolicy(each) || isPlainObject(each))) throw toolRuleError("E18", {});
  const toolOf = createToolSubjects(tools, tried);
  const groups = new BacktestGroups(examples);
  const changes: Record<BacktestChange, number> = { deny: 0, confirm: 0, allow: 0, undecidable: 0 };
  let calls = 0;

  for await (const call of recordedCalls(store, options)) {
    calls++;
    if (calls % PROGRESS_EVERY === 0) onProgress?.(calls);
    const tool = toolOf(call.tool);
    const before = baseline === undefined ? asRecorded(call) : judgeRecordedCall(baseline, tool, call);
    const after = judgeRecordedCall(rules, tool, call);
    const change = changeOf(before, after);
    if (change === undefined) continue;
    changes[change.change]++;
    groups.add({ ...change, tool: tool.id }, call);
  }
  const changed = Object.values(changes).reduce((sum, count) => sum + count, 0);
  return { calls, unchanged: calls - changed, changes, groups: groups.list() };
}

function asRecorded({ wasRefused }: RecordedCall): Verdict {
  const [effect, reason] = wasRefused ? (["deny", "it was refused"] as const) : (["allow", "it ran"] as const);
  return { type: "decided", decision: { effect, reason } };
}

interface Change extends Pick<BacktestGroup, "change" | "before" | "rule"> {
  readonly reason: string;
}

/** Undefined when nothing changes. */
function changeOf(before: Verdict, after: Verdict): Change | undefined {
  if (after.type === "undecidable") return { change: "undecidable", rule: after.reason, reason: after.reason };
  if (before.type === "undecidable") {
    const reason = `the baseline cannot tell: ${before.reason}`;
    return { change: "undecidable", rule: reason, reason };
  }
  const { effect, reason } = after.decision;
  if (before.decision.effect === effect) return undefined;
  return { change: effect, before: before.decision.effect, rule: ruleOf(after.decision), reason };
}
