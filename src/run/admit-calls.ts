/** Which of the calls a planner made may run, which wait for a person, and what is said of the rest. */
import { didYouMean } from "../errors/did-you-mean.ts";
import type { JsonObject } from "../json/json.ts";
import type { HeldCall, ScheduledCall } from "./event.ts";
import type { ToolFailure } from "./failure.ts";
import type { AssistantPart } from "./message.ts";
import { nestingFailure } from "./nesting.ts";
import type { PlannedCall } from "./plan.ts";
import type { CatalogEntry, PlanEnvironment } from "./plan-environment.ts";
import { type ServerDataChoice, takeServerDataChoice } from "./server-data.ts";
import type { RunState } from "./state.ts";
import { toolFingerprint } from "./tool-fingerprint.ts";

export interface PlannedBatch {
  readonly toolUses: readonly AssistantPart[];
  /** In the order of the calls; with a failure when the call is refused. */
  readonly scheduled: readonly { readonly call: ScheduledCall; readonly failure?: ToolFailure }[];
  readonly held: readonly HeldCall[];
  /** What the policy refused; undefined when nobody asked a policy. */
  readonly denied?: readonly { readonly callId: string; readonly tool: string; readonly reason: string }[];
}

/** `nameCall` gives each call an id that no other call of the run has. */
export function callsOf(
  calls: readonly PlannedCall[],
  state: RunState,
  env: PlanEnvironment,
  nameCall: (wanted: string) => string,
): PlannedBatch {
  const named = calls.map((call, index) => {
    const callId = nameCall(call.id ?? `${state.runId}/${state.turn + 1}/${index}`);
    return { ...call, callId };
  });
  const judged = named.map((call) => judge(call, state, env));
  const settled = isOverCap(judged, state) ? judged.map((each) => refusal(each, OVER_CAP)) : judged;

  return {
    toolUses: settled.map(({ call }, index) => toolUse(call, named[index]?.providerMetadata)),
    scheduled: settled.filter(({ held }) => held === undefined),
    held: settled.flatMap(({ held }) => held ?? []),
    ...(env.hasPolicy ? { denied: settled.flatMap(({ denial }) => denial ?? []) } : {}),
  };
}

function isOverCap(judged: readonly Judged[], { callsLeft }: RunState): boolean {
  if (callsLeft === undefined) return false;
  return judged.filter(({ call, failure }) => failure === undefined && !call.isBookkeeping).length > callsLeft;
}

function toolUse({ callId: id, tool: name, args }: ScheduledCall, providerMetadata?: JsonObject): AssistantPart {
  return { type: "tool_use", id, name, args, ...(providerMetadata === undefined ? {} : { providerMetadata }) };
}

interface Judged {
  readonly call: ScheduledCall;
  readonly failure?: ToolFailure;
  readonly held?: HeldCall;
  readonly denial?: { readonly callId: string; readonly tool: string; readonly reason: string };
}

type NamedCall = PlannedCall & { readonly callId: string };

function judge({ callId, name, args: sent }: NamedCall, state: RunState, env: PlanEnvironment): Judged {
  const entry = env.find(name);
  const asObject = typeof sent === "string" ? {} : sent;
  if (entry === undefined) return refusal({ call: unknownCall(callId, name, asObject) }, unavailable(name, env));
  const { args, choice, problem } = takeServerDataChoice(entry.spec, asObject);
  const call = scheduledCall(callId, name, args, entry, choice);
  if (typeof sent === "string") return refusal({ call }, unreadable(sent));
  if (problem !== undefined) return refusal({ call }, invalid(problem));

  const decision = env.decide(entry.spec, args);
  if (decision.effect === "deny") {
    const failure: ToolFailure = {
      kind: "domain_rejection",
      error: `Permission denied: ${decision.reason}`,
      // A refused argument can be corrected; a refused tool cannot.
      recovery: decision.violation === undefined ? { action: "replan" } : { action: "correct_call" },
    };
    return { ...refusal({ call }, failure), denial: { callId, tool: name, reason: decision.reason } };
  }
  const tooDeep =
    entry.childAgentId === undefined ? undefined : nestingFailure(state, entry.childAgentId, env.maxAgentDepth);
  if (tooDeep !== undefined) return refusal({ call }, tooDeep);
  const needsPerson = decision.effect === "confirm" || entry.spec.confirmation !== undefined;
  return needsPerson ? { call, held: heldCall(call, entry, env) } : { call };
}

function scheduledCall(
  callId: string,
  tool: string,
  args: JsonObject,
  entry: CatalogEntry,
  serverData: ServerDataChoice | undefined,
): ScheduledCall {
  const { effect, terminal, bookkeeping, resultReminder, bounds } = entry.spec;
  const { childAgentId } = entry;
  return {
    callId,
    tool,
    args,
    effect,
    displayHint: entry.displayHint(args),
    ...(terminal ? { isTerminal: true } : {}),
    ...(bookkeeping ? { isBookkeeping: true } : {}),
    ...(resultReminder === undefined ? {} : { resultReminder }),
    ...(bounds?.cursor === undefined ? {} : { cursorField: bounds.cursor }),
    ...(serverData === undefined ? {} : { serverData }),
    ...(childAgentId === undefined ? {} : { childAgentId }),
  };
}

function unknownCall(callId: string, tool: string, args: JsonObject): ScheduledCall {
  return { callId, tool, args, effect: "read" };
}

function heldCall(call: ScheduledCall, entry: CatalogEntry, env: PlanEnvironment): HeldCall {
  const { title, prompt, deniedContent, expiresInMs } = entry.confirmation?.(call.args) ?? {
    title: `Run ${call.tool}?`,
    prompt: `${call.tool} ${JSON.stringify(call.args)}`,
    deniedContent: "A person declined this call.",
  };
  return {
    awaitId: `${call.callId}/approval`,
    title,
    prompt,
    deniedContent,
    argsHash: env.hash(JSON.stringify(call.args)),
    toolFingerprint: toolFingerprint(entry.spec, env.hash),
    ...(expiresInMs === undefined ? {} : { expiresAt: env.at + expiresInMs }),
    schedule: call,
  };
}

function refusal({ call }: Pick<Judged, "call">, failure: ToolFailure): Judged {
  return { call: { ...call, isRejected: true }, failure };
}

const OVER_CAP: ToolFailure = {
  kind: "domain_rejection",
  error: "These calls are more than this run has left; none of them ran.",
  recovery: { action: "finish" },
};

function unavailable(name: string, env: PlanEnvironment): ToolFailure {
  const meant = didYouMean(name, env.toolNames);
  const hint =
    meant === undefined ? `Available: ${env.toolNames.slice(0, 20).join(", ")}.` : `Did you mean "${meant}"?`;
  return {
    kind: "unavailable",
    error: `tool_unavailable: there is no tool named ${JSON.stringify(name)}. ${hint}`,
    recovery: { action: "replan" },
  };
}

function unreadable(text: string): ToolFailure {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return invalid(`The arguments are not a JSON object: ${shown}`);
}

function invalid(problem: string): ToolFailure {
  return {
    kind: "invalid_call",
    error: `${problem}\nCorrect the arguments and call the tool again.`,
    recovery: { action: "correct_call" },
  };
}
