/** What a declaration says of itself in `Meta`, as the model carries it. */
import type { Meta } from "../model/tool-model.ts";

/** Undefined when there is none. */
export function metaOf(meta: ReadonlyMap<string, string[]>): Meta | undefined {
  return meta.size === 0 ? undefined : Object.fromEntries(meta);
}
