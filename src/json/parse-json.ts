/** Parses JSON from outside; what is wrong with it is said in one line. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonValue } from "./json.ts";

export function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KigumiError({
      code: "invalid_json",
      message: `not valid JSON: ${(cause as Error).message}`,
      data: { length: text.length },
      cause,
    });
  }
}
