/** Where a queue of records empties into. One batch at a time; a batch that failed is handed over again later. */
import type { WriteOutcome } from "./sqlite/trace-writer.ts";
import type { TraceRecordText } from "./trace-record.ts";

export interface TraceSink {
  /** How many records a batch may have. */
  readonly mostRecords: number;
  /** Rejects with a `store_…` error when nothing of the batch could be stored. */
  write(records: readonly TraceRecordText[]): Promise<WriteOutcome>;
  close(): Promise<void>;
}
