/** Every function a template may call: Go's built-in ones, those the tool templates are promised, and the caller's. */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { collections } from "./collections.ts";
import { comparisons } from "./compare.ts";
import type { FunctionSpec, FunctionTable, TemplateFunction } from "./template-function.ts";
import { texts } from "./texts.ts";

const builtins: FunctionTable = new Map<string, FunctionSpec>([
  ["and", { minArgs: 1, maxArgs: Infinity, run: "and" }],
  ["or", { minArgs: 1, maxArgs: Infinity, run: "or" }],
  ...Object.entries(comparisons),
  ["index", { minArgs: 2, maxArgs: Infinity, run: "index" }],
  ...Object.entries(collections),
  ...Object.entries(texts),
]);

const reserved: ReadonlySet<string> = new Set(
  "if else end range with nil true false define template block break continue".split(" "),
);
const namePattern = /^[\p{L}_][\p{L}\p{N}_]*$/u;

export function functionTable(added: Readonly<Record<string, TemplateFunction>> = {}): FunctionTable {
  const entries = Object.entries(added);
  if (entries.length === 0) return builtins;
  const table = new Map(builtins);
  for (const [name, call] of entries) {
    if (!namePattern.test(name) || reserved.has(name) || builtins.has(name)) throw invalidName(name);
    table.set(name, guarded(name, call));
  }
  return table;
}

/** A function that throws, whatever it throws, fails the rendering at the place of the call. */
function guarded(name: string, call: TemplateFunction): FunctionSpec {
  return {
    minArgs: 0,
    maxArgs: Infinity,
    run: (args, work) => {
      try {
        return call(...args) ?? null;
      } catch (cause) {
        throw work.problem(`function ${name} failed: ${messageOf(cause)}`, { code: "template_function_failed", cause });
      }
    },
  };
}

function invalidName(name: string): KigumiError {
  return new KigumiError({
    code: "invalid_template_function",
    message: `a template function cannot be named ${JSON.stringify(name)}; choose a word that is neither a keyword nor a built-in function`,
    data: { name },
  });
}
