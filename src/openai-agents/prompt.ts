/**
 * Instructions that are kept under a name and a version, so that traces tell which text a run was given. A prompt is
 * immutable; its id is the one it was given or the hash of its text, before anything is filled in.
 */
import { createHash } from "node:crypto";
import { toolRuleError } from "../policy/tool-rule-error.ts";

export interface PromptOptions {
  readonly name: string;
  readonly version: string;
  readonly text: string;
  /** Facts about the prompt; strings, numbers and booleans become trace metadata. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly id?: string;
}

export class Prompt {
  readonly name: string;
  readonly version: string;
  readonly text: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly id: string | undefined;

  /** Throws E3 for an empty name or version, then E2 for an empty text; white space alone is empty. */
  constructor({ name, version, text, meta, id }: PromptOptions) {
    if (isBlank(name) || isBlank(version)) throw toolRuleError("E3", {});
    if (isBlank(text)) throw toolRuleError("E2", {});
    this.name = name;
    this.version = version;
    this.text = text;
    this.meta = Object.freeze({ ...meta });
    this.id = id;
    Object.freeze(this);
  }

  /** What traces carry as `prompt_id`. An empty id is none. */
  resolveId(): string {
    return this.id || promptHash(this.text);
  }
}

/** SHA-256 of the text in UTF-8, in hexadecimal: the id of a text that was given none. */
export function promptHash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}
