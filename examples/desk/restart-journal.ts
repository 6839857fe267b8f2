/**
 * What was really done to the devices: one line for each restart, on disk before anything else happens. It stands for
 * the outside world, which does not forget when our process dies.
 */
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface Restart {
  /** The key of the call: the same call, asked about again, has the same key. */
  readonly key: string;
  readonly device: string;
  readonly at: string;
}

export interface RestartJournal {
  add(restart: Restart): Promise<void>;
  find(key: string): Promise<Restart | undefined>;
}

export function createRestartJournal(file: string): RestartJournal {
  return {
    async add(restart) {
      await mkdir(dirname(file), { recursive: true });
      await appendFile(file, `${JSON.stringify(restart)}\n`, { flush: true });
    },
    async find(key) {
      return (await readRestarts(file)).find((restart) => restart.key === key);
    },
  };
}

export async function readRestarts(file: string): Promise<Restart[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
