/**
 * How a call of our tool ended, as the Agents SDK takes it: text as text, parts as its content types. What the model
 * can mend it is told, and the call's span shows the failure; what breaks a rule is thrown, if that is asked for.
 */
import { getCurrentSpan, type ToolCallOutputContent } from "@openai/agents";
import type { ToolExecution } from "../call/tool-call.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { ContentPart, DocumentPart } from "../tool/content-part.ts";
import { deniedCall } from "../trace/denied-call.ts";
import type { OnToolRuleViolation } from "./rule-violation.ts";

/** What the SDK says of a tool that failed and told the model so. */
const NON_FATAL = "Error running tool (non-fatal)";

export type SdkOutput = string | ToolCallOutputContent[];

export function toSdkOutcome(execution: ToolExecution, onViolation: OnToolRuleViolation): SdkOutput {
  if (execution.type === "confirm") {
    throw new KigumiError({
      code: "confirmation_required",
      message: `${execution.tool.id} needs a person's approval (${execution.request.reason})`,
    });
  }
  if (execution.type === "denied" && execution.by === "policy" && onViolation === "throw") throw execution.error;
  const { content, is_error, tool_name } = execution.message;
  if (is_error) {
    const error = execution.type === "completed" ? "the tool answered with an error" : execution.error.message;
    const data = { tool_name, error };
    getCurrentSpan()?.setError(
      execution.type === "denied" ? deniedCall(NON_FATAL, execution.by, data) : { message: NON_FATAL, data },
    );
  }
  return typeof content === "string" ? content : content.map(toSdkPart);
}

function toSdkPart(part: ContentPart): ToolCallOutputContent {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return {
        type: "image",
        image: part.url === undefined ? { data: part.data ?? "", mediaType: part.mediaType } : { url: part.url },
      };
    case "document":
      return { type: "file", file: toSdkFile(part) };
  }
}

function toSdkFile({ mediaType, name, data = "", url }: DocumentPart) {
  if (url !== undefined) return { url, ...(name === undefined ? {} : { filename: name }) };
  return { data, mediaType, filename: name ?? "document" };
}
