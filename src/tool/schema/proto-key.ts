/**
 * Guards schemas that admit keys they do not name against the one key that can change an object without being seen:
 * `__proto__`, copied carelessly anywhere downstream, replaces an object's prototype. No honest caller sends it.
 */
import { isObject } from "../../json/json.ts";
import type { Validator } from "./validator.ts";

export function refusingProtoKeys(validate: Validator): Validator {
  return (value) => {
    const path = findProtoKey(value, []);
    if (path === undefined) return validate(value);
    return {
      issues: [{ path, constraint: "forbidden_key", message: 'the key "__proto__" is not accepted; rename it' }],
    };
  };
}

function findProtoKey(value: unknown, path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findProtoKey(item, [...path, index]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    const found = key === "__proto__" ? [...path, key] : findProtoKey(value[key], [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
