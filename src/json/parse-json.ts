/**
 * Parses JSON from outside. `__proto__` as a key is refused at any depth: copied carelessly anywhere downstream it
 * would replace an object's prototype, and no honest caller sends it.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { isObject, type JsonValue } from "./json.ts";

export function parseJson(text: string): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KigumiError({
      code: "invalid_json",
      message: `not valid JSON: ${(cause as Error).message}`,
      data: { length: text.length },
      cause,
    });
  }
  // The scan is paid only by texts that could hold the key, spelled out or through a \u escape.
  if (text.includes("__proto__") || text.includes("\\u")) refuseProtoKeys(value, "$");
  return value;
}

function refuseProtoKeys(value: unknown, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseProtoKeys(item, `${path}[${index}]`);
    return;
  }
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (key === "__proto__") {
      throw new KigumiError({
        code: "invalid_json",
        message: `the key "__proto__" is not accepted (at ${path}); rename it`,
        data: { path },
      });
    }
    refuseProtoKeys(value[key], `${path}.${key}`);
  }
}
