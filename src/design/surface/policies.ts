/** The functions for run policies: how much a run may do, for how long, and what may interrupt it. */
import { currentEvaluation } from "../evaluation/current-evaluation.ts";
import { type Block, type DeclaringCall, declare } from "../expressions/declaration.ts";
import type { CapOption } from "../expressions/declarations.ts";
import type { CacheExpression } from "../expressions/run-policy-expression.ts";
import { blockFunction, declaringFunction } from "../functions/design-function.ts";
import { policySpecs as specs } from "../functions/specs/policies.ts";
import { setOnce } from "./set-once.ts";

export const RunPolicy: (block: Block) => void = blockFunction(
  specs.RunPolicy,
  ({ evaluation, expression: agent, path }, block) => {
    evaluation.run({ context: "RunPolicy", expression: agent.runPolicy, path }, block);
  },
);

export const DefaultCaps: (...caps: CapOption[]) => void = blockFunction(specs.DefaultCaps, (call, caps) => {
  for (const cap of caps) {
    call.evaluation.use(cap, call.path);
    if (cap.value !== undefined) {
      setOnce(call, call.expression, cap.limit, { ...call.at(cap.value), site: cap.site }, capNames[cap.limit]);
    }
  }
});

const capNames: Readonly<Record<CapOption["limit"], string>> = {
  maxToolCalls: "MaxToolCalls",
  maxConsecutiveFailedToolCalls: "MaxConsecutiveFailedToolCalls",
};

export const MaxToolCalls: (n: number) => CapOption = declaringFunction(specs.MaxToolCalls, (call, n) =>
  declareCap(call, "maxToolCalls", n),
);

export const MaxConsecutiveFailedToolCalls: (n: number) => CapOption = declaringFunction(
  specs.MaxConsecutiveFailedToolCalls,
  (call, n) => declareCap(call, "maxConsecutiveFailedToolCalls", n),
);

function declareCap(call: DeclaringCall, limit: CapOption["limit"], value: number | undefined): CapOption {
  const option = declare<CapOption>("cap", call, { limit, value });
  currentEvaluation()?.expectUse(option, `${capNames[limit]} does nothing on its own`);
  return option;
}

export const TimeBudget: (duration: string) => void = blockFunction(specs.TimeBudget, (call, duration) => {
  setOnce(call, call.expression, "budget", call.at(duration), "The time budget");
});

export const Timing: (block: Block) => void = blockFunction(specs.Timing, ({ evaluation, expression, path }, block) => {
  evaluation.run({ context: "Timing", expression, path }, block);
});

export const Budget: (duration: string) => void = blockFunction(specs.Budget, (call, duration) => {
  setOnce(call, call.expression, "budget", call.at(duration), "The time budget");
});

export const Plan: (duration: string) => void = blockFunction(specs.Plan, (call, duration) => {
  setOnce(call, call.expression, "plan", call.at(duration), "Plan");
});

export const Tools: (duration: string) => void = blockFunction(specs.Tools, (call, duration) => {
  setOnce(call, call.expression, "tools", call.at(duration), "Tools");
});

export const Cache: (block: Block) => void = blockFunction(specs.Cache, (call, block) => {
  const { evaluation, expression: policy, site, path } = call;
  const cache: CacheExpression = { site, path };
  setOnce(call, policy, "cache", cache, "Cache");
  evaluation.run({ context: "Cache", expression: cache, path }, block);
});

export const AfterSystem: () => void = blockFunction(specs.AfterSystem, (call) => {
  setOnce(call, call.expression, "afterSystem", call.at(true), "AfterSystem");
});

export const AfterTools: () => void = blockFunction(specs.AfterTools, (call) => {
  setOnce(call, call.expression, "afterTools", call.at(true), "AfterTools");
});

export const InterruptsAllowed: (isAllowed: boolean) => void = blockFunction(
  specs.InterruptsAllowed,
  (call, isAllowed) => {
    setOnce(call, call.expression, "interruptsAllowed", call.at(isAllowed), "InterruptsAllowed");
  },
);

export const OnMissingFields: (action: "" | "finalize" | "await_clarification" | "resume") => void = blockFunction(
  specs.OnMissingFields,
  (call, action) => {
    setOnce(call, call.expression, "onMissingFields", call.at(action), "OnMissingFields");
  },
);
