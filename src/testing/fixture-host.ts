/** Answers a run's engine from a recording. What the run works out by itself is left to the real host. */
import type { RunHost } from "../engine/run-host.ts";
import type { CallToolCommand, CompressCommand, PlanCommand, StartChildCommand } from "../run/command.ts";
import type { RunError, ToolOutcome } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import type { PlanEnvironment } from "../run/plan-environment.ts";
import type { CallState, RunState } from "../run/state.ts";
import type { RunPlayer } from "./run-player.ts";

export class FixtureHost implements RunHost {
  readonly #host: RunHost;
  readonly #player: (runId: string) => RunPlayer;

  constructor(host: RunHost, player: (runId: string) => RunPlayer) {
    this.#host = host;
    this.#player = player;
  }

  get agentIds(): readonly string[] {
    return this.#host.agentIds;
  }

  environment(state: RunState, at: number): PlanEnvironment {
    return this.#host.environment(state, at);
  }

  plan({ runId }: RunState, command: PlanCommand, signal: AbortSignal): Promise<PlanResult> {
    return this.#player(runId).plan(command, signal);
  }

  callTool({ runId }: RunState, command: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#player(runId).call(command, signal);
  }

  /** A replay is not interrupted. */
  async reconcile(): Promise<undefined> {}

  compress({ runId }: RunState, command: CompressCommand, signal: AbortSignal) {
    return this.#player(runId).compress(command, signal);
  }

  startChild(state: RunState, command: StartChildCommand): ReturnType<RunHost["startChild"]> {
    return this.#host.startChild(state, command);
  }

  childOutcome(child: RunState, call: CallState): Promise<ToolOutcome> {
    return this.#host.childOutcome(child, call);
  }

  planError(error: unknown): ReturnType<RunHost["planError"]> {
    return error instanceof RecordedError ? error.recorded : this.#host.planError(error);
  }
}

/** What a planner failed with when the run was recorded. */
export class RecordedError extends Error {
  readonly recorded: RunError;

  constructor(recorded: RunError) {
    super(recorded.message);
    this.recorded = recorded;
  }
}
