/** The functions for run policies: how much a run may do, for how long, and how much of its past it remembers. */
import type { CapOption } from "../../expressions/declarations.ts";
import { block, declared } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { rest } from "../parameter.ts";
import { choice, duration, flag, wholeNumber } from "../value-parameters.ts";

const family = "Run policies";

const inAgent = (policy: string) => `
export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    RunPolicy(() => {
${policy.trim().replace(/^/gm, "      ")}
    });
  });
});`;

const limitsExample = inAgent(`
DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
TimeBudget("2m");
InterruptsAllowed(true);
OnMissingFields("await_clarification");`);

const timingExample = inAgent(`
Timing(() => {
  Budget("10m");
  Plan("45s");
  Tools("2m");
});`);

const slidingExample = inAgent(`
History(() => {
  KeepRecentTurns(20);
});`);

const compressExample = inAgent(`
History(() => {
  Compress(30, 10);
});`);

const tokensExample = inAgent(`
History(() => {
  CompressAtTurns(40);
  CompressAtMaxInputTokens(100_000);
  KeepMaxTurns(10);
  KeepMaxInputTokens(20_000);
});`);

const cacheExample = inAgent(`
Cache(() => {
  AfterSystem();
  AfterTools();
});`);

const once = ["declared_twice"] as const;
const timing = { family, contexts: ["RunPolicy", "Timing"], parameters: [duration()], example: timingExample } as const;
const mark = { family, contexts: ["Cache"], parameters: [], problems: once, example: cacheExample } as const;

function historyNumber<const N extends string>(name: N, summary: string) {
  return describeFunction({
    name,
    family,
    contexts: ["History"],
    parameters: [wholeNumber("n", 1)],
    summary,
    problems: ["invalid_history", ...once],
    example: name === "KeepRecentTurns" ? slidingExample : tokensExample,
  });
}

export const policySpecs = {
  RunPolicy: describeFunction({
    name: "RunPolicy",
    family,
    contexts: ["Agent"],
    parameters: [block()],
    summary: "Sets the limits of the agent's runs; several calls add up.",
    problems: ["impossible_budget", "interrupts_needed"],
    example: limitsExample,
  }),
  DefaultCaps: describeFunction({
    name: "DefaultCaps",
    family,
    contexts: ["RunPolicy"],
    parameters: [
      rest(declared<CapOption>("caps", "what MaxToolCalls or MaxConsecutiveFailedToolCalls returned", "cap")),
    ],
    summary: "Sets caps on tool calls; several calls add up.",
    byDefault: "No caps.",
    problems: ["unreachable_limit", ...once],
    example: limitsExample,
  }),
  MaxToolCalls: describeFunction({
    name: "MaxToolCalls",
    family,
    contexts: [],
    usedIn: "the arguments of DefaultCaps",
    parameters: [wholeNumber("n", 0)],
    summary: "How many tools a run may call; 0 is no cap.",
    problems: ["unused_option"],
    example: limitsExample,
  }),
  MaxConsecutiveFailedToolCalls: describeFunction({
    name: "MaxConsecutiveFailedToolCalls",
    family,
    contexts: [],
    usedIn: "the arguments of DefaultCaps",
    parameters: [wholeNumber("n", 0)],
    summary: "How often in a row every call may fail; 0 is no cap.",
    problems: ["unused_option"],
    example: limitsExample,
  }),
  TimeBudget: describeFunction({
    name: "TimeBudget",
    family,
    contexts: ["RunPolicy"],
    parameters: [duration()],
    summary: "How long a run may take; the same setting as Budget.",
    byDefault: "No limit.",
    problems: ["impossible_budget", ...once],
    example: limitsExample,
  }),
  Timing: describeFunction({
    name: "Timing",
    family,
    contexts: ["RunPolicy"],
    parameters: [block()],
    summary: "Groups the time limits of a run.",
    example: timingExample,
  }),
  Budget: describeFunction({
    ...timing,
    name: "Budget",
    summary: "How long a run may take.",
    byDefault: "No limit.",
    problems: ["impossible_budget", ...once],
  }),
  Plan: describeFunction({
    ...timing,
    name: "Plan",
    summary: "How long the planner may take for one step.",
    byDefault: '"30s"',
    problems: ["impossible_budget", ...once],
  }),
  Tools: describeFunction({
    ...timing,
    name: "Tools",
    summary: "How long one tool call may take.",
    byDefault: '"2m"',
    problems: ["impossible_budget", ...once],
  }),
  History: describeFunction({
    name: "History",
    family,
    contexts: ["RunPolicy"],
    parameters: [block()],
    summary: "Says how much of a conversation the planner is shown: a window, or a summary and a window.",
    byDefault: "All of it.",
    problems: ["invalid_history", ...once],
    example: slidingExample,
  }),
  KeepRecentTurns: historyNumber("KeepRecentTurns", "Keeps the last n turns and drops what is older."),
  Compress: describeFunction({
    name: "Compress",
    family,
    contexts: ["History"],
    parameters: [wholeNumber("triggerAt", 1), wholeNumber("keepRecent", 0)],
    summary: "From so many turns on, has a model summarize all but the most recent ones.",
    problems: ["invalid_history", ...once],
    example: compressExample,
  }),
  CompressAtTurns: historyNumber("CompressAtTurns", "Compresses from n turns on."),
  CompressAtMaxInputTokens: historyNumber("CompressAtMaxInputTokens", "Compresses from n tokens of input on."),
  KeepMaxTurns: historyNumber("KeepMaxTurns", "Keeps at most n turns as they are when compressing."),
  KeepMaxInputTokens: historyNumber("KeepMaxInputTokens", "Keeps at most n tokens as they are when compressing."),
  Cache: describeFunction({
    name: "Cache",
    family,
    contexts: ["RunPolicy"],
    parameters: [block()],
    summary: "Says where a provider may cache the prompt.",
    byDefault: "Nowhere.",
    problems: once,
    example: cacheExample,
  }),
  AfterSystem: describeFunction({
    ...mark,
    name: "AfterSystem",
    summary: "Caches up to the end of the system messages.",
  }),
  AfterTools: describeFunction({
    ...mark,
    name: "AfterTools",
    summary: "Caches up to the end of the tool definitions.",
  }),
  InterruptsAllowed: describeFunction({
    name: "InterruptsAllowed",
    family,
    contexts: ["RunPolicy"],
    parameters: [flag("isAllowed")],
    summary: "Whether runs may be paused, and may wait for a clarification.",
    byDefault: "false",
    problems: once,
    example: limitsExample,
  }),
  OnMissingFields: describeFunction({
    name: "OnMissingFields",
    family,
    contexts: ["RunPolicy"],
    parameters: [choice("action", ["", "finalize", "await_clarification", "resume"])],
    summary:
      "What happens when a call lacks required arguments: end the run, ask, or go on; an empty text leaves it to the planner.",
    byDefault: "The planner decides.",
    problems: ["interrupts_needed", ...once],
    example: limitsExample,
  }),
} as const;
