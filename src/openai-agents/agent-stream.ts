/**
 * A run as it happens. Reading it to the end leaves the context finished; leaving it early ends the run, as far as it
 * got. A run that fails throws here, and in `completed`, what it would have thrown without streaming.
 */
import type { AgentOutputType, RunStreamEvent } from "@openai/agents";
import type { FinishedContext } from "./agent-context.ts";
import type { SdkStreamedRunResult } from "./sdk-types.ts";

export class AgentStream<TOutput extends AgentOutputType> implements AsyncIterable<RunStreamEvent> {
  /** The SDK's own, for what is not offered here. */
  readonly result: SdkStreamedRunResult;
  /** The finished context. */
  readonly completed: Promise<FinishedContext<TOutput>>;

  constructor(result: SdkStreamedRunResult, completed: Promise<FinishedContext<TOutput>>) {
    this.result = result;
    this.completed = completed;
    // Whoever reads the events hears of the failure there; a promise nobody looks at must not end the process.
    completed.catch(() => {});
  }

  [Symbol.asyncIterator](): AsyncIterator<RunStreamEvent> {
    return this.#whole(this.result);
  }

  /** The text of the answer, piece by piece. */
  text(): AsyncIterable<string> {
    return this.#whole(this.result.toTextStream());
  }

  async *#whole<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    try {
      yield* pieces;
    } catch {
      // The same failure, in the words of the run, comes from `completed`.
    }
    await this.completed;
  }
}
