/** Commands that are printed for people to paste as they stand: quoted, and with the files that were named before. */
import type { GlobalOptions } from "./world.ts";

export const DEFAULT_STORE = ".kigumi/kigumi.db";

export type NamedFiles = Pick<GlobalOptions, "store" | "app">;

/** The options that lead to the same store and the same app again, each with a space before it. */
export function fileOptions({ store, app }: NamedFiles): string {
  const storeOption = store === DEFAULT_STORE ? "" : ` --store ${shellWord(store)}`;
  const appOption = app === undefined ? "" : ` --app ${shellWord(app)}`;
  return storeOption + appOption;
}

export function shellWord(text: string): string {
  return /^[\w./:@#=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
