/**
 * Which request in the runtime's log a call stands under. Usually its own. A call that was refused because the query
 * stopped at another one leaves a request behind, too; when Claude makes it again, under a new id and with the same
 * arguments, it takes that request over, and so does no call after it: a person's word counts once.
 */
import type { RunRecord } from "../../engine/run-log.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import {
  type ApprovalRequest,
  approvalAgent,
  approvalAgentId,
  REPEAT_AGENT,
  repeatAgent,
  requestIn,
} from "./approval-agent.ts";
import type { GovernedCall } from "./governed-call.ts";

/** `held`: of a call that was refused meanwhile. `repeats`, `repeated_by`: of the run that says who took one over. */
type Label = "held" | "repeats" | "repeated_by";

/** A request that nobody has taken over yet. */
export interface HeldRequest {
  readonly runId: string;
  readonly request: ApprovalRequest;
}

export class ApprovalRequests {
  readonly #runtime: Runtime;
  /** Claude's. */
  readonly #sessionId: string;

  constructor(runtime: Runtime, sessionId: string) {
    this.#runtime = runtime;
    this.#sessionId = sessionId;
  }

  /** The run of the request, if the call has one. */
  async find({ id }: GovernedCall): Promise<string | undefined> {
    const own = this.#ownRunId(id);
    if ((await this.#runtime.runs.find(own)) !== undefined) return own;
    const takenOver = (await this.list()).find((run) => labelOf(run, "repeated_by") === id);
    return takenOver && labelOf(takenOver, "repeats");
  }

  /** Durable when this resolves. */
  async open(
    request: ApprovalRequest,
    { expiresIn, isHeld }: { expiresIn?: string; isHeld: boolean },
  ): Promise<string> {
    const runId = this.#ownRunId(request.callId);
    const messages = [{ role: "user", content: stringifyJson(request) } as const];
    const labels = { ...this.#labels(request.tool), ...(isHeld ? { held: "true" } : {}) };
    const sessionId = await this.#session();
    await this.#runtime.client(approvalAgentId(expiresIn)).start({ runId, sessionId, messages, labels });
    return runId;
  }

  /** Requests of calls that were refused and not made again since, the oldest first. */
  async held(): Promise<readonly HeldRequest[]> {
    const runs = await this.list();
    const takenOver = new Set(runs.map((run) => labelOf(run, "repeats")));
    const held = runs.filter((run) => labelOf(run, "held") !== undefined && !takenOver.has(run.runId)).reverse();
    return Promise.all(held.map(async ({ runId }) => ({ runId, request: await this.#read(runId) })));
  }

  /** Those of them that this call may take over. */
  async heldFor({ tool, args }: GovernedCall): Promise<readonly HeldRequest[]> {
    const held = await this.held();
    return held.filter(({ request }) => request.tool === tool.id && jsonEqual(request.args, args));
  }

  /** False when another call was faster. */
  async takeOver({ runId: repeats, request }: HeldRequest, { id }: GovernedCall): Promise<boolean> {
    // One id for whoever comes: of two that start it, in whatever process, one has.
    const runId = `${repeats}-again`;
    const labels = { ...this.#labels(request.tool), repeats, repeated_by: id };
    const messages = [{ role: "user", content: `made again as ${id}` } as const];
    await this.#runtime.client(REPEAT_AGENT).start({ runId, sessionId: await this.#session(), messages, labels });
    const run = await this.#runtime.runs.find(runId);
    return run !== undefined && labelOf(run, "repeated_by") === id;
  }

  /** Every run behind the approvals of this session. */
  list(): Promise<readonly RunRecord[]> {
    return this.#runtime.runs.list({ sessionId: `claude-${this.#sessionId}` });
  }

  /** Also for requests from before a restart: somebody has to drive them, or they would never expire. */
  register(expiresIn: string | undefined): void {
    const known = registered.get(this.#runtime) ?? new Set();
    if (known.size === 0) this.#runtime.registerAgent(repeatAgent());
    if (!known.has(expiresIn)) this.#runtime.registerAgent(approvalAgent(expiresIn));
    registered.set(this.#runtime, known.add(expiresIn));
  }

  async #read(runId: string): Promise<ApprovalRequest> {
    const [started] = await this.#runtime.runs.read(runId, { types: ["run_started"] });
    return requestIn(started?.type === "run_started" ? started.messages : []);
  }

  async #session(): Promise<string> {
    return (await this.#runtime.sessions.create(`claude-${this.#sessionId}`)).sessionId;
  }

  #labels(tool: string): Record<string, string> {
    return { claude_session: this.#sessionId, tool };
  }

  #ownRunId(callId: string): string {
    return `claude-${this.#sessionId}-${callId}`;
  }
}

const registered = new WeakMap<Runtime, Set<string | undefined>>();

function labelOf({ labels }: RunRecord, label: Label): string | undefined {
  return labels[label];
}
