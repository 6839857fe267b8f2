/**
 * What a tool declares about data, held against data that did not come through the tool's own code: what its server
 * data holds, what an agent answers for it, what somebody outside provides as its result.
 */
import { compileSchema } from "../tool/schema/compiled-schema.ts";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import { formatIssues, type ValidationIssue } from "../tool/schema/validation-issue.ts";
import type { ToolSpec } from "../tool/spec.ts";
import type { UnprovenServerData } from "./server-data.ts";

/** What is wrong with the server data of a call, or undefined. */
export async function serverDataProblem(
  toolId: string,
  entries: readonly UnprovenServerData[],
): Promise<string | undefined> {
  for (const { kind, schema, data } of entries) {
    const issues = await issuesWith(schema, data);
    if (issues.length === 0) continue;
    return `${toolId} ran, but its server data of the kind ${JSON.stringify(kind)} does not fit the schema declared for it:\n${listed("data", issues)}`;
  }
  return undefined;
}

/** What is wrong with a result that stands for the tool's own, or undefined. */
export async function outputProblem({ id, outputSchema }: ToolSpec, value: unknown): Promise<string | undefined> {
  if (outputSchema === undefined) return undefined;
  // A tool that is run drops the keys its schema does not name; a key too many is no reason to refuse the others.
  const issues = (await issuesWith(outputSchema, value)).filter(({ constraint }) => constraint !== "unknown_key");
  return issues.length === 0
    ? undefined
    : `the result does not fit the output schema of ${id}:\n${listed("result", issues)}`;
}

async function issuesWith(schema: JsonSchema, value: unknown): Promise<readonly ValidationIssue[]> {
  const compiled = compileSchema(schema, "output");
  const validator = compiled.validator ?? (await compiled.load());
  return (await validator(value)).issues ?? [];
}

function listed(root: string, issues: readonly ValidationIssue[]): string {
  return formatIssues(issues.map((issue) => ({ ...issue, path: [root, ...issue.path] })));
}
