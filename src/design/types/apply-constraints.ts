/** Lays what a block said over the schema of its type, each constraint in the words JSON Schema has for that type. */
import { messageOf } from "../../errors/kigumi-error.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Constraint, SchemaExpression } from "../expressions/schema-expression.ts";
import { suggestName } from "../names/suggest-name.ts";
import type { Located } from "../problem.ts";
import { isJsonValue } from "./check-value.ts";
import { formatNames, formatSchema } from "./formats.ts";
import type { TypeKind } from "./type-kind.ts";

type Keywords = Record<string, unknown>;

const lengths: Readonly<Partial<Record<TypeKind, readonly [least: string, most: string]>>> = {
  text: ["minLength", "maxLength"],
  list: ["minItems", "maxItems"],
  map: ["minProperties", "maxProperties"],
};

const suits: Readonly<Record<Constraint, readonly TypeKind[] | "all">> = {
  default: "all",
  enum: "all",
  format: ["text"],
  pattern: ["text"],
  minimum: ["number"],
  maximum: ["number"],
  minLength: ["text", "list", "map"],
  maxLength: ["text", "list", "map"],
};

export function applyConstraints(
  schema: JsonSchema,
  kind: TypeKind,
  { constraints, examples, description }: SchemaExpression,
  evaluation: Evaluation,
): JsonSchema {
  const keywords: Keywords = { ...schema };
  if (description !== undefined) keywords.description = description.value;
  for (const [constraint, located] of constraints) {
    const kinds = suits[constraint];
    if (kinds === "all" || kinds.includes(kind)) applyOne(constraint, located, kind, keywords, evaluation);
    else {
      const message = `${constraint} says nothing about ${kind === "text" ? "a text" : `a type of the kind "${kind}"`}`;
      const hint = `It is for: ${kinds.join(", ")}.`;
      evaluation.report({ code: "invalid_constraint", message, hint }, located);
    }
  }
  const shown = examples.filter((example) => isKept(example, evaluation)).map(({ value }) => structuredClone(value));
  if (shown.length > 0) keywords.examples = shown;
  checkRange(constraints, evaluation);
  return keywords as JsonSchema;
}

function applyOne(
  constraint: Constraint,
  located: Located<unknown>,
  kind: TypeKind,
  keywords: Keywords,
  evaluation: Evaluation,
): void {
  const [least, most] = lengths[kind] ?? ["minLength", "maxLength"];
  switch (constraint) {
    case "format":
      applyFormat(located as Located<string>, keywords, evaluation);
      break;
    case "pattern":
      applyPattern(located as Located<string>, keywords, evaluation);
      break;
    case "minLength":
      keywords[least] = located.value;
      break;
    case "maxLength":
      keywords[most] = located.value;
      break;
    default:
      if (isKept(located, evaluation)) keywords[constraint] = structuredClone(located.value);
  }
}

function applyFormat(located: Located<string>, keywords: Keywords, evaluation: Evaluation): void {
  const known = formatSchema(located.value);
  if (known !== undefined) {
    Object.assign(keywords, known);
    return;
  }
  const message = `nobody checks the format ${JSON.stringify(located.value)}`;
  evaluation.report({ code: "unknown_format", message, hint: suggestName(located.value, formatNames) }, located);
}

function applyPattern(located: Located<string>, keywords: Keywords, evaluation: Evaluation): void {
  try {
    new RegExp(located.value, "u");
  } catch (error) {
    const hint = "Patterns are JavaScript's, without the slashes around them.";
    evaluation.report({ code: "invalid_pattern", message: messageOf(error), hint }, located);
    return;
  }
  // A format may already be said by a pattern; both have to hold.
  if (keywords.pattern === undefined) keywords.pattern = located.value;
  else keywords.allOf = [{ pattern: located.value }];
}

/** Whether JSON can hold the value. Those that are kept are copied: the value is the user's, and the model is frozen. */
function isKept(located: Located<unknown>, evaluation: Evaluation): boolean {
  if (isJsonValue(located.value)) return true;
  const hint = "Use texts, numbers, booleans, null, and lists and objects of them.";
  evaluation.report({ code: "invalid_value", message: "the value cannot be said in JSON", hint }, located);
  return false;
}

function checkRange(constraints: SchemaExpression["constraints"], evaluation: Evaluation): void {
  for (const [least, most] of [
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
  ] as const) {
    const [low, high] = [constraints.get(least), constraints.get(most)];
    if (low === undefined || high === undefined || Number(low.value) <= Number(high.value)) continue;
    const message = `${least} ${low.value} is above ${most} ${high.value}, so that no value is left`;
    evaluation.report({ code: "invalid_constraint", message, hint: "Swap or widen them." }, high);
  }
}
