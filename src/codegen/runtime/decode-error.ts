/** A value is not of the type it should be; the message lists everything that is wrong with it. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { formatIssues } from "../../tool/schema/validation-issue.ts";
import type { DecodeIssue } from "./decode-issue.ts";

export class DecodeError extends KigumiError {
  readonly issues: readonly DecodeIssue[];

  constructor(typeName: string, issues: readonly DecodeIssue[]) {
    super({
      code: "invalid_value",
      message: `not a ${typeName}:\n${formatIssues(issues)}`,
      data: { type: typeName, issues },
    });
    this.issues = issues;
  }
}
