/**
 * The span of a call that a rule refused says so as data. When the refusal is thrown, the SDK writes its text over what the
 * span says; it tells the runner of the call's end after that and before the span ends, so there it is said again.
 */
import { getCurrentSpan, type Runner } from "@openai/agents";
import type { ToolRuleError } from "../policy/tool-rule-error.ts";
import { deniedCall } from "../trace/denied-call.ts";
import { originOf } from "./kigumi-tool.ts";
import { violationOf } from "./rule-violation.ts";
import type { SdkRunContext, SdkTool } from "./sdk-types.ts";

export function markRefused(tool: SdkTool, violation: ToolRuleError): void {
  const span = getCurrentSpan();
  // A call that would have to wait for a person is refused before it has a span: the one around it is not its own.
  if (span?.spanData.type !== "function") return;
  const { code, message } = violation;
  span.setError(deniedCall(message, "policy", { code, tool_name: originOf(tool)?.id ?? tool.name }));
}

export function markThrownRefusals(runner: Runner): void {
  runner.on("agent_tool_end", (runContext, _agent, tool, _result, { toolCall }) => {
    const callId = "callId" in toolCall ? toolCall.callId : undefined;
    const violation = violationOf(runContext as SdkRunContext, callId);
    if (violation !== undefined) markRefused(tool as SdkTool, violation);
  });
}
