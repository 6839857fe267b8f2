/**
 * A function tool under the rules of the run. They are asked through what the SDK has for it, so that its own `invoke`,
 * timeouts and guardrails stay in place: a guardrail before the call, and the condition for approval.
 */
import {
  defineToolInputGuardrail,
  ToolGuardrailFunctionOutputFactory,
  type ToolInputGuardrailDefinition,
} from "@openai/agents";
import type { Rules } from "../policy/rules.ts";
import { ToolRuleError } from "../policy/tool-rule-error.ts";
import type { AgentContext } from "./agent-context.ts";
import { originOf } from "./kigumi-tool.ts";
import { nameToolSpan } from "./name-tool-span.ts";
import { markRefused } from "./refused-call.ts";
import { noteViolation, type OnToolRuleViolation } from "./rule-violation.ts";
import type { SdkFunctionTool, SdkRunContext } from "./sdk-types.ts";
import { authorizeCall, isVisible, needsConfirmation, rulesIn } from "./tool-rules-in-context.ts";

export function governFunction(
  tool: SdkFunctionTool,
  rules: Rules | undefined,
  onViolation: OnToolRuleViolation,
): SdkFunctionTool {
  // With everything it has, also what cannot be enumerated: the SDK keeps notes of its own on tools.
  const copy: SdkFunctionTool = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  return Object.assign<SdkFunctionTool, Partial<SdkFunctionTool>>(copy, {
    isEnabled: async (runContext, agent) =>
      (await tool.isEnabled(runContext, agent)) && isVisible(rulesIn(runContext), tool),
    inputGuardrails: [ruleGuardrail(tool, onViolation), ...(tool.inputGuardrails ?? [])],
    ...(needsCondition(tool, rules, onViolation) ? { needsApproval: approvalOf(tool) } : {}),
  });
}

function ruleGuardrail(
  tool: SdkFunctionTool,
  onViolation: OnToolRuleViolation,
): ToolInputGuardrailDefinition<AgentContext> {
  const own = originOf(tool);
  return defineToolInputGuardrail<AgentContext>({
    name: "kigumi tool rules",
    async run({ context, toolCall }) {
      if (own !== undefined) nameToolSpan(own);
      try {
        authorizeCall(rulesIn(context), tool, toolCall.arguments);
      } catch (error) {
        if (!(error instanceof ToolRuleError)) throw error;
        if (onViolation === "return") {
          markRefused(tool, error);
          return ToolGuardrailFunctionOutputFactory.rejectContent(error.message, { code: error.code });
        }
        noteViolation(context, toolCall.callId, error);
        throw error;
      }
      return ToolGuardrailFunctionOutputFactory.allow();
    },
  });
}

function approvalOf(tool: SdkFunctionTool): SdkFunctionTool["needsApproval"] {
  return async (runContext, input, callId) => {
    if (await tool.needsApproval(runContext, input, callId)) return true;
    return needsConfirmation(rulesIn(runContext as SdkRunContext), tool, input);
  };
}

/**
 * A condition makes the SDK insist on plain data from a tool's schema, which not every schema of its own tools yields:
 * they get one only when some rule asks for confirmation. On tools of ours it has an effect that is wanted, too: with a
 * condition the guardrails hear of arguments that are no JSON, which the SDK would otherwise answer by itself.
 */
function needsCondition(tool: SdkFunctionTool, rules: Rules | undefined, onViolation: OnToolRuleViolation): boolean {
  if (rules === undefined) return false;
  const canAsk = (rules.confirm ?? null) !== null || rules.unmatched === "confirm";
  return canAsk || (onViolation === "throw" && originOf(tool) !== undefined);
}
