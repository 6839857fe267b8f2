/**
 * A confirmation has both its templates, and they speak of arguments that exist. The denied result is tried out: with
 * example arguments it has to become JSON that fits the tool's result, because it stands in for one.
 */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import type { JsonValue } from "../../json/json.ts";
import { parseJson } from "../../json/parse-json.ts";
import type { Template } from "../../template/index.ts";
import { exampleOf } from "../../tool/schema/example-input.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Confirmation } from "../../tool/spec.ts";
import type { BuildContext } from "../build/build-context.ts";
import type { ToolTypes } from "../build/tool-types.ts";
import type { ConfirmationExpression, ToolExpression } from "../expressions/tool-expression.ts";
import type { Located } from "../problem.ts";
import { problemWithValue } from "../types/check-value.ts";
import { readTemplate } from "./check-template.ts";

export function checkConfirmation(
  tool: ToolExpression,
  types: ToolTypes,
  context: BuildContext,
): Confirmation | undefined {
  const { confirmation } = tool;
  if (confirmation === undefined) {
    warnOfDestruction(tool, context);
    return undefined;
  }
  const { title, promptTemplate, deniedResultTemplate } = confirmation;
  const { evaluation } = context;
  reportMissing(confirmation, context);
  const args = types.visible;
  if (promptTemplate !== undefined) readTemplate(promptTemplate, args, "the prompt", evaluation);
  if (deniedResultTemplate !== undefined) {
    const template = readTemplate(deniedResultTemplate, args, "the denied result", evaluation);
    if (template !== undefined) tryDeniedResult(deniedResultTemplate, template, args, types, context);
  }
  return {
    ...(title && { title: title.value }),
    ...(promptTemplate && { promptTemplate: promptTemplate.value }),
    ...(deniedResultTemplate && { deniedResultTemplate: deniedResultTemplate.value }),
  };
}

function reportMissing(confirmation: ConfirmationExpression, { evaluation }: BuildContext): void {
  for (const [name, template] of [
    ["PromptTemplate", confirmation.promptTemplate],
    ["DeniedResultTemplate", confirmation.deniedResultTemplate],
  ] as const) {
    if (template !== undefined) continue;
    const message = `the confirmation has no ${name}`;
    const hint = `Add ${name}(…): a person has to know what is asked, and the planner what became of it.`;
    evaluation.report({ code: "incomplete_confirmation", message, hint }, confirmation);
  }
}

function tryDeniedResult(
  located: Located<string>,
  template: Template,
  args: JsonSchema,
  { result }: ToolTypes,
  { evaluation, places }: BuildContext,
): void {
  const example = exampleOf(args);
  // Nothing is known to be wrong with arguments that no example can be made of.
  if (example === undefined) return;
  const hint = "Write JSON that fits Return, and {{ json .Field }} where a value goes into it.";
  const shown = JSON.stringify(example);
  const refuse = (problem: string) =>
    evaluation.report(
      { code: "denied_result_invalid", message: `for the arguments ${shown}, ${problem}`, hint },
      located,
    );
  let denied: JsonValue;
  try {
    denied = parseJson(template.render(example, { schema: args }));
  } catch (error) {
    const isJson = KigumiError.isInstance(error) && error.code === "invalid_json";
    refuse(`the denied result ${isJson ? "is" : "cannot be rendered:"} ${messageOf(error)}`);
    return;
  }
  const problem = result && problemWithValue(denied, places.whole(result.schema));
  if (problem !== undefined) refuse(`the denied result does not fit what the tool returns: ${problem}`);
}

function warnOfDestruction(tool: ToolExpression, { evaluation }: BuildContext): void {
  const isDestructive = [...tool.tags, ...tool.toolset.tags].some((tag) => tag.toLowerCase() === "destructive");
  if (!isDestructive) return;
  evaluation.report(
    {
      code: "unconfirmed_destructive_tool",
      severity: "warning",
      message: `"${tool.name}" is tagged destructive and runs without asking anybody`,
      hint: "Add Confirmation(…), or have the runtime's policy decide.",
    },
    tool,
  );
}
