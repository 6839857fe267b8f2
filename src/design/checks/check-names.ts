/** The names that have to be unique across the whole design. */
import type { Ownership } from "../build/ownership.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import { slugOf } from "../names/slug.ts";
import { checkUniqueNames, type Named } from "./unique-names.ts";

export function checkNames(evaluation: Evaluation, ownership: Ownership): void {
  const { services, toolsets, registries, securities, types } = evaluation.reached;
  checkUniqueNames(services, "service", "the design", evaluation);
  checkUniqueNames(registries, "registry", "the design", evaluation);
  checkUniqueNames(securities, "security scheme", "the design", evaluation);
  const named = [...types].map(([{ name }, type]) => ({ name, site: type.site, path: type.path }));
  checkExactNames(named, "type", evaluation);
  checkExactNames(toolsets, "toolset", evaluation);
  checkToolsetSlugs(toolsets, ownership, evaluation);
  checkToolIds(
    toolsets.flatMap(({ tools }) => tools),
    evaluation,
  );
}

/** Types and toolsets may differ in case alone; only the same name twice is a mistake. */
function checkExactNames(things: readonly Named[], what: string, evaluation: Evaluation): void {
  const taken = new Set<string>();
  for (const thing of things) {
    if (thing.name !== "" && taken.has(thing.name)) {
      const message = `the design has another ${what} named "${thing.name}"`;
      evaluation.report({ code: "duplicate_name", message, hint: "Give one of them another name." }, thing);
    }
    taken.add(thing.name);
  }
}

/** Toolsets of one owner share a folder. */
function checkToolsetSlugs(toolsets: readonly ToolsetExpression[], ownership: Ownership, evaluation: Evaluation): void {
  const taken = new Map<string, string>();
  for (const toolset of toolsets) {
    const slug = slugOf(toolset.name);
    const folder = JSON.stringify([ownership.ownerOf(toolset), slug]);
    const other = taken.get(folder);
    if (other !== undefined && other !== toolset.name) {
      const message = `the toolsets "${other}" and "${toolset.name}" have one owner and both become "${slug}" in generated code`;
      evaluation.report({ code: "colliding_name", message, hint: "Give one of them another name." }, toolset);
    }
    taken.set(folder, toolset.name);
  }
}

/** Names may hold dots, so two tools of different toolsets can have one id: `a.b` and `c`, `a` and `b.c`. */
function checkToolIds(tools: readonly ToolExpression[], evaluation: Evaluation): void {
  const taken = new Map<string, ToolExpression>();
  for (const tool of tools) {
    const id = `${tool.toolset.name}.${tool.name}`;
    const other = taken.get(id);
    if (other !== undefined && other.toolset !== tool.toolset && other.toolset.name !== tool.toolset.name) {
      const message = `two tools have the id "${id}": of the toolsets "${other.toolset.name}" and "${tool.toolset.name}"`;
      evaluation.report({ code: "colliding_name", message, hint: "Give one of them another name." }, tool);
    }
    taken.set(id, tool);
  }
}
