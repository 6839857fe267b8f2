/** Binds a run to a signal of whoever started it: when it fires before the run has ended, the run is canceled. */
import { messageOf } from "../errors/kigumi-error.ts";
import type { RunHandle } from "./run-handle.ts";
import { isBeyondReach } from "./say-to-run.ts";

/** `onError` is told when the run could not be canceled. */
export function cancelOnSignal(signal: AbortSignal, run: RunHandle, onError: (error: unknown) => void): void {
  const cancel = () => {
    run.cancel(messageOf(signal.reason)).catch((error) => {
      // It ended on its own while we were at it.
      if (!isBeyondReach(error)) onError(error);
    });
  };
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true, signal: run.signal });
}
