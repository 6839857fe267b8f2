/**
 * A toolbox tool could not do what it was asked. The code is the tool's own upper-case one, and the message begins
 * with it, so that a model that only sees text can still tell a missing file from a refused pattern.
 */
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";

export type ToolboxErrorCode =
  | "INVALID_ARGUMENT"
  | "NOT_FOUND"
  | "NOT_FILE"
  | "NOT_DIRECTORY"
  | "BINARY_NOT_SUPPORTED"
  | "SIZE_LIMIT_EXCEEDED"
  | "FILE_TOO_LARGE"
  | "HASH_MISMATCH"
  | "MATCH_NOT_FOUND"
  | "MATCH_AMBIGUOUS"
  | "REPLACEMENT_COUNT_MISMATCH"
  | "APPLY_FAILED"
  | "INVALID_REGEX"
  | "TIMEOUT"
  | "COMMAND_NOT_FOUND"
  | "NOT_GIT_REPOSITORY"
  | "INTERNAL";

export class ToolboxError extends KigumiError {
  declare readonly code: ToolboxErrorCode;

  constructor(code: ToolboxErrorCode, text: string, details: { data?: unknown; cause?: unknown } = {}) {
    // Only a failure of the machine may go away by itself; everything else needs another call.
    super({ code, message: `${code}: ${text}`, isRetryable: code === "INTERNAL", ...details });
  }
}

/** The funnel for what the file system throws while `action` ("read", "write" …) is done to `path`. */
export function toFileError(thrown: unknown, action: string, path: string): KigumiError {
  if (KigumiError.isInstance(thrown)) return thrown;
  const details = { data: { path }, cause: thrown };
  switch (systemCodeOf(thrown)) {
    case "ENOENT":
      return new ToolboxError("NOT_FOUND", `"${path}" does not exist`, details);
    case "ENOTDIR":
      return new ToolboxError("NOT_DIRECTORY", `"${path}" leads through something that is not a directory`, details);
    case "EISDIR":
      return new ToolboxError("NOT_FILE", `"${path}" is a directory, not a file`, details);
    default:
      return new ToolboxError("INTERNAL", `cannot ${action} "${path}": ${messageOf(thrown)}`, details);
  }
}

/** `ENOENT` and its like, when the operating system said so. */
export function systemCodeOf(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}
