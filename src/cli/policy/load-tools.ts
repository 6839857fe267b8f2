/** The tools that a module exports, alone, in lists or in toolsets: where recorded calls find their ids and tags. */
import { isObject } from "../../json/json.ts";
import type { PolicySubject } from "../../policy/rules.ts";
import { importModule } from "../import-module.ts";
import { UsageError } from "../usage-error.ts";

export async function loadTools(named: string, cwd: string): Promise<readonly PolicySubject[]> {
  const module = await importModule(named, "tools", cwd);
  const tools = Object.values(module).flatMap(toolsIn);
  if (tools.length > 0) return tools;
  throw new UsageError(`${named} exports no tools; export tools, lists of tools or toolsets`);
}

function toolsIn(value: unknown): PolicySubject[] {
  if (isTool(value)) return [value];
  return isIterable(value) ? [...value].filter(isTool) : [];
}

function isTool(value: unknown): value is PolicySubject {
  return isObject(value) && typeof value.id === "string" && isObject(value.spec);
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
