/**
 * Names become ids, identifiers and file names, so one that could escape its folder, hide in a terminal or change an
 * object's prototype is refused where it is written.
 */
import type { Fault } from "../problem.ts";
import { slugOf } from "./slug.ts";

const longest = 128;
// Control characters, and characters that change how the text around them is shown.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const forbidden: ReadonlySet<string> = new Set(["__proto__", "prototype", "constructor"]);

export function nameFault(name: string): Fault | undefined {
  const problem = problemWith(name);
  if (problem === undefined) return undefined;
  return {
    code: "invalid_name",
    message: `${JSON.stringify(name.slice(0, longest))} cannot be a name: ${problem}`,
    hint: 'Use letters, digits, "_", "-" and "." such as "docs.search".',
  };
}

/** Fields are keys of JSON, which may be written in any script. */
export function fieldNameFault(name: string): Fault | undefined {
  const isUsable = name.trim() !== "" && name !== "__proto__" && !invisible.test(name);
  if (isUsable) return undefined;
  return {
    code: "invalid_name",
    message: `${JSON.stringify(name)} cannot be the name of a field`,
    hint: 'Use a name such as "device_id".',
  };
}

function problemWith(name: string): string | undefined {
  if (name.trim() === "") return "it is empty";
  if (name !== name.trim()) return "it begins or ends with a space";
  if (name.length > longest) return `it is longer than ${longest} characters`;
  if (invisible.test(name)) return "it holds characters that cannot be seen";
  if (/[/\\]/.test(name)) return "a slash would make it a path";
  if (name.split(".").includes("")) return "a part between its dots is empty";
  if (forbidden.has(name)) return "JavaScript gives it a meaning of its own";
  return slugOf(name) === "" ? "no letter a-z or digit is left of it in a file name" : undefined;
}
