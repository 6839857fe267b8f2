/** The functions for run policies: how much a run may do, for how long, and what may interrupt it. */
import type { CapOption } from "../../expressions/declarations.ts";
import { block, declared } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { rest } from "../parameter.ts";
import { choice, duration, flag, wholeNumber } from "../value-parameters.ts";
import { policyExample } from "./policy-example.ts";

const family = "Run policies";

const limitsExample = policyExample(`
DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
TimeBudget("2m");
InterruptsAllowed(true);
OnMissingFields("await_clarification");`);

const timingExample = policyExample(`
Timing(() => {
  Budget("10m");
  Plan("45s");
  Tools("2m");
});`);

const cacheExample = policyExample(`
Cache(() => {
  AfterSystem();
  AfterTools();
});`);

const once = ["declared_twice"] as const;
const timing = { family, contexts: ["RunPolicy", "Timing"], parameters: [duration()], example: timingExample } as const;
const mark = { family, contexts: ["Cache"], parameters: [], problems: once, example: cacheExample } as const;

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
