/** The functions that constrain a type. Whether a constraint suits its type is checked when the type is known. */
import type { Constraint } from "../expressions/schema-expression.ts";
import { blockFunction, type Call } from "../functions/design-function.ts";
import { constraintSpecs as specs } from "../functions/specs/constraints.ts";

export const Enum: (...values: unknown[]) => void = blockFunction(specs.Enum, (call, values) =>
  constrain(call, "enum", values),
);
export const Default: (value: unknown) => void = blockFunction(specs.Default, (call, value) =>
  constrain(call, "default", value),
);
export const Format: (format: string) => void = blockFunction(specs.Format, (call, format) =>
  constrain(call, "format", format),
);
export const Pattern: (pattern: string) => void = blockFunction(specs.Pattern, (call, pattern) =>
  constrain(call, "pattern", pattern),
);
export const Minimum: (minimum: number) => void = blockFunction(specs.Minimum, (call, minimum) =>
  constrain(call, "minimum", minimum),
);
export const Maximum: (maximum: number) => void = blockFunction(specs.Maximum, (call, maximum) =>
  constrain(call, "maximum", maximum),
);
export const MinLength: (length: number) => void = blockFunction(specs.MinLength, (call, length) =>
  constrain(call, "minLength", length),
);
export const MaxLength: (length: number) => void = blockFunction(specs.MaxLength, (call, length) =>
  constrain(call, "maxLength", length),
);

export interface ExampleFunction {
  (value: unknown): void;
  (summary: string, value: unknown): void;
}

/** With two arguments, the first only says what the second shows. */
export const Example: ExampleFunction = blockFunction(specs.Example, (call, summaryOrValue, value) => {
  call.expression.examples.push(call.at(value === undefined ? summaryOrValue : value));
});

function constrain(call: Call<"Schema">, constraint: Constraint, value: unknown): void {
  const { constraints } = call.expression;
  if (!constraints.has(constraint)) constraints.set(constraint, call.at(value));
  else {
    call.report({
      code: "declared_twice",
      message: `${constraint} is declared a second time here; the first one counts`,
      hint: "Remove one of the two.",
    });
  }
}
