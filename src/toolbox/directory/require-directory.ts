/** Refuses anything but a directory where a tool needs one. */
import { stat } from "node:fs/promises";
import { ToolboxError, toFileError } from "../toolbox-error.ts";
import type { Location } from "../workspace-location.ts";

export async function requireDirectory({ absolute, shown }: Location): Promise<void> {
  const stats = await stat(absolute).catch((error: unknown) => {
    throw toFileError(error, "open", shown);
  });
  if (!stats.isDirectory()) throw new ToolboxError("NOT_DIRECTORY", `"${shown}" is not a directory`);
}
