/** The thread that writes: reading JSON, masking, indexing and waiting for the disk happen here, not beside an agent. */
import { parentPort, workerData } from "node:worker_threads";
import { toKigumiError } from "../../errors/kigumi-error.ts";
import { TraceWriter, type TraceWriterOptions, type WriteOutcome } from "./trace-writer.ts";

export type ToWriter = { readonly type: "write"; readonly records: readonly string[] } | { readonly type: "close" };

/** Errors lose their class on the way; these are the parts that matter. */
export type FromWriter =
  | { readonly type: "written"; readonly outcome: WriteOutcome }
  | { readonly type: "failed"; readonly code: string; readonly message: string; readonly isRetryable: boolean };

const writer = new TraceWriter(workerData as TraceWriterOptions);

parentPort?.on("message", (message: ToWriter) => {
  if (message.type === "write") parentPort?.postMessage(answerTo(message.records));
  else {
    writer.close();
    parentPort?.close();
  }
});

function answerTo(records: readonly string[]): FromWriter {
  try {
    return { type: "written", outcome: writer.write(records) };
  } catch (error) {
    const { code, message, isRetryable } = toKigumiError(error);
    return { type: "failed", code, message, isRetryable };
  }
}
