/** A place in the data that a template reads, told from the source alone. */
import type { SourcePosition } from "./source-position.ts";

export type PathStep =
  | KeyStep
  /** An element of a list or a value of a map, as `range` and `index` read them. */
  | { readonly type: "element" };

export type KeyStep =
  /** `.name`: the key itself, or the key whose Go spelling this is. */
  | { readonly type: "field"; readonly name: string }
  /** `index … "key"`: exactly this key. */
  | { readonly type: "key"; readonly key: string };

export interface TemplatePath extends SourcePosition {
  readonly steps: readonly PathStep[];
  /** How many of the steps were read elsewhere, by the `range`, `with` or variable that this starts from. */
  readonly inherited: number;
  /** As a person would write it: `.items[].name`. */
  readonly text: string;
}

export function pathText(steps: readonly PathStep[]): string {
  const text = steps.map(stepText).join("");
  return text.startsWith(".") ? text : `.${text}`;
}

function stepText(step: PathStep): string {
  switch (step.type) {
    case "field":
      return `.${step.name}`;
    case "key":
      return `[${JSON.stringify(step.key)}]`;
    case "element":
      return "[]";
  }
}
