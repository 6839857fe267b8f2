/** Writes on the calling thread, a little at a time: where no worker can be started, and when a process is about to end. */
import { busyTimeoutMs } from "../../store/sqlite/lock-wait.ts";
import type { TraceRecordText } from "../trace-record.ts";
import type { TraceSink } from "../trace-sink.ts";
import { type TraceFileOptions, TraceWriter, type WriteOutcome } from "./trace-writer.ts";

export class InThreadSink implements TraceSink {
  /** A few milliseconds of work. */
  readonly mostRecords = 32;
  readonly #writer: TraceWriter;

  constructor(options: TraceFileOptions) {
    this.#writer = new TraceWriter({ ...options, busyTimeoutMs });
  }

  async write(records: readonly TraceRecordText[]): Promise<WriteOutcome> {
    return this.#writer.write(records);
  }

  async close(): Promise<void> {
    this.#writer.close();
  }
}
