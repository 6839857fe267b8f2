/** What a text parameter is for, as far as its name tells. */
import { stemsOf } from "./words.ts";

/** `search` and `text` take words of the message, `time` a span of it, `name` something the message names. */
export type ParameterKind = "search" | "text" | "time" | "name" | "unknown";

const KINDS: readonly (readonly [ParameterKind, string])[] = [
  ["search", "query q search term keyword filter pattern"],
  [
    "text",
    "question text message prompt topic content body note reason comment title summary request input instruction task goal subject",
  ],
  ["time", "window range duration period span lookback interval since time timeframe"],
  ["name", "id name device host server service target key path file user email url machine node instance resource ref"],
];

const KIND_OF_STEM: ReadonlyMap<string, ParameterKind> = new Map(
  KINDS.flatMap(([kind, names]) => stemsOf(names).map((stem) => [stem, kind])),
);

/** The last telling word of a name decides: a `search_window` is a window. */
export function parameterKind(name: string): ParameterKind {
  const known = stemsOf(name).flatMap((stem) => KIND_OF_STEM.get(stem) ?? []);
  return known.at(-1) ?? "unknown";
}
