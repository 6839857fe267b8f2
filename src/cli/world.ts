/** What a command needs of the process it runs in; tests hand in their own. */
import type { Readable } from "node:stream";
import type { OutputStream } from "./terminal.ts";

export interface World {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires when somebody wants the command to stop. */
  readonly signal: AbortSignal;
  /** Makes it fire, for a terminal that hands us Ctrl-C as a key. */
  interrupt(): void;
  readonly userName: string;
  /** Of kigumi. */
  readonly version: string;
}

/** Options that every command takes. */
export interface GlobalOptions {
  readonly store: string;
  readonly app?: string;
  readonly json?: true;
}
