/** Calls counted by what changes, for which tool, by which rule; with a few examples of each. */
import type { Effect } from "../../policy/rules.ts";
import type { RecordedCall } from "./recorded-call.ts";

/** What the policy would do that was not done before. */
export type BacktestChange = Effect | "undecidable";

export interface BacktestGroup {
  readonly change: BacktestChange;
  /** What the baseline says, or what happened: a call that ran was allowed. Absent where nothing can be told. */
  readonly before?: Effect;
  readonly tool: string;
  /** The rule that decides, or why nothing can be told. */
  readonly rule: string;
  readonly calls: number;
  readonly firstAt?: Date;
  readonly lastAt?: Date;
  readonly examples: readonly BacktestExample[];
}

export interface BacktestExample {
  readonly traceId: string;
  readonly spanId: string;
  readonly at?: Date;
  /** The arguments as recorded, cut to a readable length. */
  readonly input: string;
  readonly reason: string;
}

type GroupKey = Pick<BacktestGroup, "change" | "before" | "tool" | "rule">;

type OpenGroup = { -readonly [Field in keyof BacktestGroup]: BacktestGroup[Field] } & { examples: BacktestExample[] };

/** Reasons that a policy makes up for each call, and names that models make up, must not fill the memory. */
const MOST_GROUPS = 1000;
const OTHERS = "(others)";
const LONGEST_INPUT = 500;

export class BacktestGroups {
  readonly #groups = new Map<string, OpenGroup>();
  readonly #examples: number;

  constructor(examples: number) {
    this.#examples = examples;
  }

  add({ reason, ...key }: GroupKey & { readonly reason: string }, call: RecordedCall): void {
    const group = this.#groupOf(key);
    group.calls++;
    if (call.at !== undefined) {
      if (group.firstAt === undefined || call.at < group.firstAt) group.firstAt = call.at;
      if (group.lastAt === undefined || call.at > group.lastAt) group.lastAt = call.at;
    }
    if (group.examples.length < this.#examples) group.examples.push(exampleOf(call, reason));
  }

  list(): readonly BacktestGroup[] {
    return [...this.#groups.values()].sort((left, right) => right.calls - left.calls);
  }

  #groupOf({ change, before, tool, rule }: GroupKey): OpenGroup {
    const key = JSON.stringify([change, before, tool, rule]);
    const found = this.#groups.get(key);
    if (found !== undefined) return found;
    const was = before === undefined ? {} : { before };
    const isFull = this.#groups.size >= MOST_GROUPS && tool !== OTHERS;
    if (isFull) return this.#groupOf({ change, ...was, tool: OTHERS, rule: OTHERS });
    const group: OpenGroup = { change, ...was, tool, rule, calls: 0, examples: [] };
    this.#groups.set(key, group);
    return group;
  }
}

function exampleOf({ traceId, spanId, at, input }: RecordedCall, reason: string): BacktestExample {
  const isLong = input.length > LONGEST_INPUT;
  const shown = isLong ? `${input.slice(0, LONGEST_INPUT).toWellFormed()}…` : input;
  return { traceId, spanId, ...(at === undefined ? {} : { at }), input: shown, reason };
}
