/**
 * Rules from a file: JSON, or a module that exports them (or a policy, or a mode) as `default`, `rules` or `policy`.
 * A key nobody knows is an error here: whoever tries out rules wants to hear of a typo, not to see it ignored.
 */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { didYouMean } from "../../errors/did-you-mean.ts";
import { messageOf } from "../../errors/kigumi-error.ts";
import { isPlainObject } from "../../json/is-plain-object.ts";
import { parseJson } from "../../json/parse-json.ts";
import { normalizeToolRules, type ToolRulesInput } from "../../policy/normalize-tool-rules.ts";
import { isPolicy, type ParamRule, type Policy, type Rules } from "../../policy/rules.ts";
import { existingFile, importModule } from "../import-module.ts";
import { UsageError } from "../usage-error.ts";

const KEYS: ReadonlySet<string> = new Set<keyof Rules>(["allow", "deny", "confirm", "params", "unmatched"]);
const PARAM_KEYS: ReadonlySet<string> = new Set<keyof ParamRule>([
  "type",
  "enum",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
]);

export async function loadRules(named: string, cwd: string): Promise<Rules | Policy> {
  const value = extname(named) === ".json" ? await readJson(named, cwd) : await exportedRules(named, cwd);
  if (isPolicy(value)) return value;
  if (isPlainObject(value)) checkKeys(value, named);
  try {
    return normalizeToolRules(value as ToolRulesInput);
  } catch (error) {
    throw new UsageError(`${named} holds no rules: ${messageOf(error)}`);
  }
}

async function readJson(named: string, cwd: string): Promise<unknown> {
  const text = await readFile(existingFile(named, "rules", cwd), "utf8");
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${named} is ${messageOf(error)}`);
  }
}

async function exportedRules(named: string, cwd: string): Promise<unknown> {
  const module = await importModule(named, "rules", cwd);
  const exported = module.default ?? module.rules ?? module.policy;
  if (exported !== undefined && exported !== null) return exported;
  throw new UsageError(`${named} exports no rules; export them as default, rules or policy`);
}

function checkKeys(rules: Record<string, unknown>, named: string): void {
  checkKnown(rules, KEYS, `${named} has`);
  for (const [tool, params] of entriesOf(rules.params)) {
    for (const [name, rule] of entriesOf(params)) {
      if (isPlainObject(rule)) checkKnown(rule, PARAM_KEYS, `params.${tool}.${name} in ${named} has`);
    }
  }
}

function checkKnown(value: Record<string, unknown>, known: ReadonlySet<string>, whoHas: string): void {
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known);
  const hint = meant === undefined ? `rules have ${[...known].join(", ")}` : `did you mean "${meant}"?`;
  throw new UsageError(`${whoHas} a key "${unknown}" that rules do not have; ${hint}`);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : [];
}
