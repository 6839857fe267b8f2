/**
 * A codec where a tool declares its input or output: the generated decoder validates, and its issues are spelled in
 * the words the tool layer reads, so that a model is corrected the same way whoever validated.
 */
import type { StandardIssue, StandardSchema } from "../../tool/schema/standard-schema.ts";
import type { Codec } from "./codec.ts";
import type { DecodeIssue } from "./decode-issue.ts";

/** Unknown keys are left to the tool layer, which looks for them in every input. */
export function asToolInput<Value, Input>(codec: Codec<Value, Input>): StandardSchema<Input, Value> {
  return withIssues(codec, (issues) => issues.filter(({ constraint }) => constraint !== "unknown_field"));
}

export function asToolOutput<Value, Input>(codec: Codec<Value, Input>): StandardSchema<Input, Value> {
  return withIssues(codec, (issues) => issues);
}

function withIssues<Value, Input>(
  codec: Codec<Value, Input>,
  select: (issues: readonly DecodeIssue[]) => readonly DecodeIssue[],
): StandardSchema<Input, Value> {
  const standard = codec["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: standard.vendor,
      jsonSchema: standard.jsonSchema,
      validate: (input) => {
        const decoded = codec.tryDecode(input);
        if (decoded.issues === undefined) return decoded;
        const issues = select(decoded.issues);
        // What is left to the tool layer fails there; the value goes on as it came.
        return issues.length === 0 ? { value: input as Value } : { issues: issues.map(toStandardIssue) };
      },
    },
  };
}

/** The fields beyond message and path are those that the tool layer reads of zod's issues. */
function toStandardIssue(issue: DecodeIssue): StandardIssue {
  const { path, message, constraint, expected, allowed, format, pattern, received } = issue;
  switch (constraint) {
    case "unknown_field":
      return detailed({ path: path.slice(0, -1), message, code: "unrecognized_keys", keys: [received] });
    case "invalid_field_type":
      return detailed({ path, message, code: "invalid_type", expected });
    case "invalid_enum_value":
      return detailed({ path, message, code: "invalid_value", values: allowed });
    case "invalid_format":
      return detailed({ path, message, code: "invalid_format", format });
    case "invalid_pattern":
      return detailed({ path, message, code: "invalid_format", format: "regex", pattern });
    default:
      return detailed({ path, message, expected });
  }
}

function detailed(issue: StandardIssue & Readonly<Record<string, unknown>>): StandardIssue {
  return issue;
}
