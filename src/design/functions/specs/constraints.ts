/** The functions that constrain a type. */
import { describeFunction } from "../function-spec.ts";
import { optional, rest } from "../parameter.ts";
import { anyNumber, anyValue, text, wholeNumber } from "../value-parameters.ts";

const example = `
export const Order = Type("Order", () => {
  Attribute("status", String, () => {
    Enum("open", "paid");
    Default("open");
  });
  Attribute("code", String, "Of the article", () => {
    Pattern("^[A-Z]{2}-[0-9]+$");
    MinLength(4);
    MaxLength(12);
    Example("AB-17");
  });
  Attribute("placed_at", String, () => {
    Format("date-time");
  });
  Attribute("amount", Int, () => {
    Minimum(1);
    Maximum(100);
  });
});`;

const constraint = { family: "Constraints", contexts: ["Schema"], example } as const;
const limits = ["invalid_constraint", "declared_twice"] as const;

export const constraintSpecs = {
  Enum: describeFunction({
    ...constraint,
    name: "Enum",
    parameters: [rest(anyValue("values"))],
    summary: "The value is one of these.",
    problems: ["invalid_value", "declared_twice"],
  }),
  Default: describeFunction({
    ...constraint,
    name: "Default",
    parameters: [anyValue()],
    summary: "What an absent field is read as.",
    problems: ["invalid_value", "invalid_constraint", "declared_twice"],
  }),
  Example: describeFunction({
    ...constraint,
    name: "Example",
    parameters: [anyValue("summaryOrValue"), optional(anyValue())],
    summary: "Shows a value; a text before it says what it shows. There may be several.",
    problems: ["invalid_value"],
  }),
  Format: describeFunction({
    ...constraint,
    name: "Format",
    parameters: [text("format")],
    summary: "The text is of a well-known format, such as date-time, uuid, email or uri.",
    problems: ["unknown_format", ...limits],
  }),
  Pattern: describeFunction({
    ...constraint,
    name: "Pattern",
    parameters: [text("pattern")],
    summary: "The text matches a regular expression somewhere.",
    problems: ["invalid_pattern", ...limits],
  }),
  Minimum: describeFunction({
    ...constraint,
    name: "Minimum",
    parameters: [anyNumber("minimum")],
    summary: "The number is at least this.",
    problems: limits,
  }),
  Maximum: describeFunction({
    ...constraint,
    name: "Maximum",
    parameters: [anyNumber("maximum")],
    summary: "The number is at most this.",
    problems: limits,
  }),
  MinLength: describeFunction({
    ...constraint,
    name: "MinLength",
    parameters: [wholeNumber("length", 0)],
    summary: "The text, list or map is at least this long.",
    problems: limits,
  }),
  MaxLength: describeFunction({
    ...constraint,
    name: "MaxLength",
    parameters: [wholeNumber("length", 0)],
    summary: "The text, list or map is at most this long.",
    problems: limits,
  }),
} as const;
