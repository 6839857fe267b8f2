/** The fields of an object type: its own, those of the type it refines, and those of the types it extends. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import { Declaration } from "../expressions/declaration.ts";
import type { FieldExpression, SchemaExpression } from "../expressions/schema-expression.ts";
import type { Located } from "../problem.ts";
import type { DesignType, UserType } from "./design-type.ts";

export interface CollectedFields {
  /** By name, in the order of declaration; a field that is declared again counts where it is declared last. */
  readonly fields: ReadonlyMap<string, FieldExpression>;
  readonly required: readonly Located<string>[];
}

/** Problems are told once, by whoever owns the expression: `isOwner` is false while looking into another type. */
export function collectFields(
  schema: SchemaExpression,
  evaluation: Evaluation,
  within: readonly SchemaExpression[] = [],
): CollectedFields {
  const isOwner = within.length === 0;
  const fields = new Map<string, FieldExpression>();
  const required: Located<string>[] = [];
  const takeOver = (type: UserType, place: Located<unknown> | SchemaExpression) => {
    const inner = evaluation.reached.type(type);
    if (within.includes(inner) || inner === schema) {
      if (isOwner) {
        const message = `"${type.name}" extends itself`;
        evaluation.report({ code: "invalid_extension", message, hint: "Break the circle." }, place);
      }
      return;
    }
    const taken = collectFields(inner, evaluation, [...within, schema]);
    for (const [name, field] of taken.fields) fields.set(name, field);
    required.push(...taken.required);
  };

  if (isUserType(schema.base)) takeOver(schema.base, schema);
  for (const extension of schema.extended) {
    if (isObjectType(extension.value)) takeOver(extension.value, extension);
    else if (isOwner) {
      const message = `"${extension.value.name}" has no fields to take over`;
      evaluation.report({ code: "invalid_extension", message, hint: "Extend a type that is an object." }, extension);
    }
  }
  const own = new Set<string>();
  const numbers = new Set<number>();
  for (const field of schema.fields) {
    if (isOwner && own.has(field.name)) reportDuplicate(evaluation, field, `the field "${field.name}"`);
    if (isOwner && field.number !== undefined && numbers.has(field.number)) {
      reportDuplicate(evaluation, field, `the field number ${field.number}`);
    }
    own.add(field.name);
    if (field.number !== undefined) numbers.add(field.number);
    if (field.name !== "") fields.set(field.name, field);
  }
  return { fields, required: [...required, ...schema.required] };
}

function reportDuplicate(evaluation: Evaluation, field: FieldExpression, what: string): void {
  const hint = "Give one of the two another one.";
  evaluation.report({ code: "duplicate_name", message: `${what} is declared twice in one type`, hint }, field);
}

export function isUserType(type: DesignType | undefined): type is UserType {
  return type instanceof Declaration && type.kind === "type";
}

/** Whether a user type is an object of fields, by itself or under another name. */
export function isObjectType(type: UserType, within: readonly UserType[] = []): boolean {
  if (type.base === undefined) return true;
  return isUserType(type.base) && !within.includes(type) && isObjectType(type.base, [...within, type]);
}
