/** How much of the past a store may keep, as every `prune` command takes it. */
import type { Command } from "commander";
import type { RetentionLimits } from "../tool/output/output-store.ts";
import { byteCount, duration } from "./option-values.ts";
import { UsageError } from "./usage-error.ts";

export interface RetentionOptions {
  readonly maxAge?: string;
  readonly maxBytes?: number;
}

export function withRetentionOptions(command: Command): Command {
  return command
    .option("--max-age <duration>", "keep what is younger: 90d, 12h", duration)
    .option("--max-bytes <size>", "keep no more than this much: 2GB, 500MB", byteCount);
}

/** Without a limit everything would stay, which nobody asks for. */
export function keptLimits({ maxAge, maxBytes }: RetentionOptions): RetentionLimits {
  if (maxAge === undefined && maxBytes === undefined) {
    throw new UsageError("say what may stay: --max-age, --max-bytes, or both");
  }
  return { ...(maxAge === undefined ? {} : { maxAge }), ...(maxBytes === undefined ? {} : { maxBytes }) };
}
