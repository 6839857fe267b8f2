/**
 * Runs one call under one policy. The order of checks is fixed, whoever asks: registered, policy, JSON object, write
 * scope, parameter rules, path sandbox, schema, confirmation, caps, and only then the tool. Every outcome is a value;
 * only an abort rejects.
 */
import { isAbort } from "../errors/abort.ts";
import { didYouMean } from "../errors/did-you-mean.ts";
import { KigumiError, messageOf, toKigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import { decide } from "../policy/decide.ts";
import type { Decision } from "../policy/decision.ts";
import { denialError } from "../policy/denial-error.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { ToolContext } from "../tool/context.ts";
import { toToolErrorMessage, toToolMessage } from "../tool/message.ts";
import { fitResult } from "../tool/output/fit-result.ts";
import type { OutputStore } from "../tool/output/output-store.ts";
import type { ToolResult } from "../tool/result.ts";
import type { ToolSpec } from "../tool/spec.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolNotFoundError } from "../tool/tool-error.ts";
import type { Toolset } from "../tool/toolset.ts";
import type { ConfirmationRequest, DeniedBy, ToolCall, ToolExecution } from "./tool-call.ts";
import { checkPaths, checkWriteScope } from "./workspace-check.ts";

export interface ExecuteToolCallOptions<D = Record<string, unknown>> {
  tools: Toolset | readonly Tool[];
  ctx: ToolContext<D>;
  /** Without one, every registered tool may run. */
  policy?: Rules | Policy;
  /** Asks a person. Without it, a call that needs one comes back as `confirm`, to be tried again once approved. */
  confirm?: (request: ConfirmationRequest) => boolean | Promise<boolean>;
  /** How many more calls are allowed; `bookkeeping` tools do not count. */
  remainingCalls?: number;
  /** Keeps outputs that are too large for a model's context, here or on the context. */
  outputStore?: OutputStore;
  /** The largest result a model is shown, in bytes of UTF-8. Default 50 KiB. */
  maxOutputBytes?: number;
}

export async function executeToolCall<D = Record<string, unknown>>(
  call: ToolCall,
  options: ExecuteToolCallOptions<D>,
): Promise<ToolExecution> {
  const { tools, ctx, policy } = options;
  ctx.signal?.throwIfAborted();

  const tool = findTool(tools, call.name);
  if (tool === undefined) return unknownTool(call, tools);
  const { spec } = tool;

  // Reading the arguments is harmless, so they are read first and the policy is asked once; what is reported follows
  // the order all the same: a denied tool is denied, however broken its arguments are.
  const read = readArguments(tool, call);
  const decision = policy && decide(policy, spec, read.args);
  if (decision?.effect === "deny" && decision.violation === undefined) return deniedByPolicy(call, spec, decision);

  const callCtx = ctx.forCall({ ...ctx.call, id: call.id });
  try {
    if (read.args === undefined) throw read.error;
    const { args } = read;
    checkWriteScope(spec, ctx.workspace);
    if (decision?.effect === "deny") return deniedByPolicy(call, spec, decision);
    if (spec.workspace !== undefined) await checkPaths(spec, args, ctx.workspace);

    const validated = tool.validate(args, callCtx);
    const input = validated instanceof Promise ? await validated : validated;

    if (decision?.effect === "confirm" || spec.confirmation !== undefined) {
      const refusal = await seekApproval(call, spec, args, decision, options);
      if (refusal !== undefined) return refusal;
    }
    if (options.remainingCalls === 0 && !spec.bookkeeping) return outOfCalls(call, spec);

    const ran = tool.run(input, callCtx);
    const fitted = fitToBudget(ran instanceof Promise ? await ran : ran, spec, callCtx, options);
    const result = fitted instanceof Promise ? await fitted : fitted;
    return { type: "completed", tool: spec, result, message: toToolMessage(call, result) };
  } catch (thrown) {
    if (isAbort(thrown, ctx.signal)) throw thrown;
    const error = toKigumiError(thrown, "tool_failed");
    if (error.code === "sandbox_violation") return denied(call, spec, "sandbox", error, error.message);
    return { type: "failed", tool: spec, error, message: toToolErrorMessage(call, error) };
  } finally {
    const releasing = callCtx.release();
    if (releasing !== undefined) await releasing.catch((error) => reportDisposal(callCtx, error));
  }
}

function readArguments(tool: Tool, call: ToolCall): { args: JsonObject } | { args?: undefined; error: unknown } {
  try {
    return { args: tool.readArguments(call.arguments) };
  } catch (error) {
    return { error };
  }
}

function findTool(tools: Toolset | readonly Tool[], name: string): Tool | undefined {
  return "get" in tools ? tools.get(name) : tools.find((tool) => tool.id === name);
}

function unknownTool(call: ToolCall, tools: Iterable<Tool>): ToolExecution {
  const ids = [...tools].map((tool) => tool.id);
  const error = new ToolNotFoundError(call.name, didYouMean(call.name, ids), ids);
  return { type: "unknown", error, message: errorMessage(call, `Unknown tool: ${error.message}`) };
}

/** Undefined when a person said yes. */
async function seekApproval(
  call: ToolCall,
  tool: ToolSpec,
  args: JsonObject,
  decision: Decision | undefined,
  { confirm }: Pick<ExecuteToolCallOptions, "confirm">,
): Promise<ToolExecution | undefined> {
  const reason = decision?.effect === "confirm" ? decision.reason : `${tool.id} is declared with a confirmation`;
  const request: ConfirmationRequest = { call, tool, args, reason };
  if (confirm === undefined) return { type: "confirm", tool, request };
  // Anything but a plain yes is a no.
  if ((await confirm(request)) === true) return undefined;
  const error = new KigumiError({
    code: "confirmation_denied",
    message: "a person declined this call",
    data: { tool: tool.id },
  });
  return denied(call, tool, "person", error, error.message);
}

function outOfCalls(call: ToolCall, tool: ToolSpec): ToolExecution {
  const error = new KigumiError({
    code: "tool_calls_exhausted",
    message: "no tool calls are left; answer with what you have",
    data: { tool: tool.id },
  });
  return denied(call, tool, "cap", error, error.message);
}

function deniedByPolicy(call: ToolCall, tool: ToolSpec, decision: Decision & { effect: "deny" }): ToolExecution {
  const { matched } = decision;
  const reason = typeof matched === "string" ? `${decision.reason} (${matched})` : decision.reason;
  return denied(call, tool, "policy", denialError(decision, tool.id), reason);
}

function denied(call: ToolCall, tool: ToolSpec, by: DeniedBy, error: KigumiError, reason: string): ToolExecution {
  return { type: "denied", tool, by, error, message: errorMessage(call, `Permission denied: ${reason}`) };
}

function errorMessage(call: ToolCall, content: string) {
  return { role: "tool", tool_call_id: call.id, tool_name: call.name, content, is_error: true } as const;
}

function fitToBudget<D>(
  result: ToolResult,
  tool: ToolSpec,
  ctx: ToolContext<D>,
  { outputStore: store = ctx.outputStore, maxOutputBytes: maxBytes }: ExecuteToolCallOptions<D>,
): ToolResult | Promise<ToolResult> {
  if (store === undefined) return result;
  return fitResult(result, {
    store,
    runId: ctx.call?.runId ?? "",
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    onStoreError: (error) => ctx.logger?.error(`the output of ${tool.id} could not be kept: ${messageOf(error)}`),
  });
}

/** The call has its outcome by then; a dependency that fails to close is reported, not allowed to replace it. */
function reportDisposal<D>(ctx: ToolContext<D>, error: unknown): void {
  ctx.logger?.error(`a dependency failed to close: ${messageOf(error)}`);
}
