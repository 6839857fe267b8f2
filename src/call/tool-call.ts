/** A model's request to run a tool, and every way it can end. */
import type { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import type { ToolMessage } from "../tool/message.ts";
import type { ToolResult } from "../tool/result.ts";
import type { ToolSpec } from "../tool/spec.ts";

export interface ToolCall {
  readonly id: string;
  /** The tool's declared id. */
  readonly name: string;
  /** JSON text as models send it, or the object it stands for. */
  readonly arguments: string | JsonObject;
}

/** Each outcome but `confirm` carries the message that goes back to the model. */
export type ToolExecution =
  | { readonly type: "completed"; readonly tool: ToolSpec; readonly result: ToolResult; readonly message: ToolMessage }
  | { readonly type: "failed"; readonly tool: ToolSpec; readonly error: KigumiError; readonly message: ToolMessage }
  | {
      readonly type: "denied";
      readonly tool: ToolSpec;
      readonly by: DeniedBy;
      readonly error: KigumiError;
      readonly message: ToolMessage;
    }
  | { readonly type: "unknown"; readonly error: KigumiError; readonly message: ToolMessage }
  | { readonly type: "confirm"; readonly tool: ToolSpec; readonly request: ConfirmationRequest };

export type DeniedBy = "policy" | "sandbox" | "person" | "cap";

/** What a person is asked. The arguments are checked by then: nobody is bothered for a call that could not run. */
export interface ConfirmationRequest {
  readonly call: ToolCall;
  readonly tool: ToolSpec;
  readonly args: JsonObject;
  /** Why it has to be asked: the tool's own declaration, or the rule. */
  readonly reason: string;
}
