/** Makes the context of each call: the application's dependencies, the state of the session, and what is injected. */
import type { JsonValue } from "../json/json.ts";
import type { RunState } from "../run/state.ts";
import type { Clock } from "../tool/clock.ts";
import type { CallInfo, ToolContext } from "../tool/context.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { createToolContext } from "./tool-context.ts";

/** Values a tool gets that its model neither sees nor sets. They are never logged. */
export type InjectFields = (
  state: RunState,
  call: CallInfo & { readonly tool: string },
) => Readonly<Record<string, JsonValue>> | undefined;

/** The context of one call of a run to this tool. */
export type ContextFor = (
  state: RunState,
  tool: string,
  call: CallInfo,
  signal?: AbortSignal | undefined,
) => ToolContext<unknown>;

export class ToolContexts {
  readonly #options: Pick<RuntimeOptions, "outputStore" | "deps" | "logger" | "inject">;
  readonly #clock: Clock;
  readonly #states = new Map<string, Map<string, unknown>>();

  constructor(options: Pick<RuntimeOptions, "outputStore" | "deps" | "logger" | "inject">, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  readonly for: ContextFor = (state, tool, call, signal) => {
    const { outputStore, deps, logger, inject } = this.#options;
    return createToolContext<unknown>({
      clock: this.#clock,
      state: () => this.#stateOf(scopeOf(state)),
      call,
      inject: { ...injectedFromRun(state), ...inject?.(state, { ...call, tool }) },
      ...(signal === undefined ? {} : { signal }),
      ...(deps === undefined ? {} : { deps }),
      ...(outputStore === undefined ? {} : { outputStore }),
      ...(logger === undefined ? {} : { logger }),
    });
  };

  /** The session, or the run that has none, is over. */
  forget(scope: string): void {
    this.#states.delete(scope);
  }

  #stateOf(scope: string): Map<string, unknown> {
    const known = this.#states.get(scope);
    if (known !== undefined) return known;
    const created = new Map<string, unknown>();
    this.#states.set(scope, created);
    return created;
  }
}

/** Runs without a session share what the run at their root holds. */
function scopeOf({ sessionId, parent, runId }: RunState): string {
  return sessionId ?? parent?.path[0] ?? runId;
}

/** Who the call is made for is told by the run itself: a label cannot pass for it. */
const IDENTITY = ["run_id", "session_id", "turn_id", "tool_call_id", "parent_tool_call_id"];

function injectedFromRun({ labels, parent }: RunState): Record<string, JsonValue> {
  const fields = Object.entries(labels).filter(([name]) => !IDENTITY.includes(name));
  return { ...Object.fromEntries(fields), ...(parent === undefined ? {} : { parent_tool_call_id: parent.callId }) };
}
