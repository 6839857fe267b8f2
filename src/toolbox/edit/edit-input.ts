/** What `edit` takes and gives back. Keys are snake_case: they are read and written by models. */
import { jsonSchema } from "../../tool/schema/tool-schema.ts";
import { MATCH_MODES, type MatchMode } from "./match.ts";

export interface EditInput {
  file_path: string;
  old_string: string;
  new_string: string;
  replace_all?: boolean;
  match_mode?: MatchMode | "auto";
  expected_replacements?: number;
  dry_run?: boolean;
  expected_hash?: string;
}

export interface EditOutput {
  summary: string;
  file_path: string;
  replacements: number;
  /** The mode that found the text. */
  match_mode: MatchMode;
  /** A unified diff, cut to what a model can use; absent when the texts are too different to compare. */
  diff?: string;
  diff_truncated?: true;
  /** With an output store, the ref under which `tool_output_cache` reads the whole diff. */
  diff_ref?: string;
  /** The hash of the new content, for the next edit; absent when the file was not even read. */
  content_sha256?: string;
}

export const EDIT_DEFAULTS: { replace_all: boolean; match_mode: MatchMode | "auto"; dry_run: boolean } = {
  replace_all: false,
  match_mode: "auto",
  dry_run: false,
};

export const editInputSchema = jsonSchema<EditInput>({
  type: "object",
  properties: {
    file_path: { type: "string", minLength: 1, description: "Path of the file, relative to the workspace root." },
    old_string: { type: "string", description: "The text to replace. Empty: the whole file." },
    new_string: { type: "string", description: "The text to put in its place." },
    replace_all: {
      type: "boolean",
      default: EDIT_DEFAULTS.replace_all,
      description: "Replace every match instead of requiring a unique one.",
    },
    match_mode: {
      type: "string",
      enum: ["auto", ...MATCH_MODES],
      default: EDIT_DEFAULTS.match_mode,
      description: "How old_string is looked for.",
    },
    expected_replacements: {
      type: "integer",
      minimum: 1,
      description: "Refuse the edit unless old_string is found exactly so often.",
    },
    dry_run: { type: "boolean", default: EDIT_DEFAULTS.dry_run, description: "Show the diff, write nothing." },
    expected_hash: {
      type: "string",
      pattern: "^[0-9a-f]{64}$",
      description: "The content_sha256 that read_file returned; the edit is refused when the file has changed since.",
    },
  },
  required: ["file_path", "old_string", "new_string"],
  additionalProperties: false,
});

export const editOutputSchema = jsonSchema<EditOutput>({
  type: "object",
  properties: {
    summary: { type: "string" },
    file_path: { type: "string" },
    replacements: { type: "integer" },
    match_mode: { type: "string", enum: MATCH_MODES },
    diff: { type: "string" },
    diff_truncated: { const: true },
    diff_ref: { type: "string" },
    content_sha256: { type: "string" },
  },
  required: ["summary", "file_path", "replacements", "match_mode"],
  additionalProperties: false,
});
