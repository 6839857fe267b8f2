/** What the two tools that read outputs back share: where the store comes from, whose outputs they see, how much they show. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { ToolContext } from "../context.ts";
import type { OutputAddress, OutputStore } from "./output-store.ts";

export interface OutputCacheToolOptions {
  /** Default: the store of the context that the tool is called in. */
  store?: OutputStore;
}

/** Bytes of text that one call may return. */
export const maxShownBytes: number = 64 * 1024;

export interface StoredOutput {
  readonly store: OutputStore;
  readonly address: OutputAddress;
}

/** A call sees the outputs of its own run only. */
export function storedOutput(
  id: string,
  options: OutputCacheToolOptions,
  ctx: Pick<ToolContext, "outputStore" | "call">,
): StoredOutput {
  const store = options.store ?? ctx.outputStore;
  if (store === undefined) {
    throw new KigumiError({
      code: "no_output_store",
      message: "there is no output store to read from; pass outputStore to createToolContext, or store to the tool",
    });
  }
  return { store, address: { runId: ctx.call?.runId ?? "", id } };
}
