/**
 * Reads lines of a text file in the workspace. Pages joined together give the file again (CRLF as LF), and the meta
 * data carries the hash that `edit` takes as `expected_hash`.
 */
import { defineTool } from "../tool/define-tool.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";
import { readFileContent } from "./files/text-file.ts";
import { locate } from "./workspace-location.ts";

const DEFAULTS = { start_line: 1, max_lines: 200 };
const MOST_LINES = 500;
const SIZE_LIMIT = { maxBytes: 1024 * 1024, code: "SIZE_LIMIT_EXCEEDED" } as const;

export interface ReadFileInput {
  path: string;
  start_line?: number;
  max_lines?: number;
}

export interface ReadFileOutput {
  path: string;
  content: string;
  /** Lines follow after those returned. */
  truncated: boolean;
  next_start_line: number | null;
  meta: {
    byte_length: number;
    line_count: number;
    returned_line_count: number;
    mtime_ms: number;
    content_sha256: string;
  };
}

export const readFileTool = defineTool({
  name: "read_file",
  title: "Read file",
  description:
    "Read a text file in the workspace, by lines. Returns at most max_lines lines from start_line; when truncated is true, continue at next_start_line. meta.content_sha256 can be given to edit as expected_hash.",
  input: jsonSchema<ReadFileInput>({
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "Path of the file, relative to the workspace root." },
      start_line: {
        type: "integer",
        minimum: 1,
        default: DEFAULTS.start_line,
        description: "First line to return, counted from 1.",
      },
      max_lines: {
        type: "integer",
        minimum: 1,
        maximum: MOST_LINES,
        default: DEFAULTS.max_lines,
        description: "Most lines to return.",
      },
    },
    required: ["path"],
    additionalProperties: false,
  }),
  output: jsonSchema<ReadFileOutput>({
    type: "object",
    properties: {
      path: { type: "string" },
      content: { type: "string" },
      truncated: { type: "boolean" },
      next_start_line: { type: ["integer", "null"] },
      meta: {
        type: "object",
        properties: {
          byte_length: { type: "integer" },
          line_count: { type: "integer" },
          returned_line_count: { type: "integer" },
          mtime_ms: { type: "number" },
          content_sha256: { type: "string" },
        },
        required: ["byte_length", "line_count", "returned_line_count", "mtime_ms", "content_sha256"],
        additionalProperties: false,
      },
    },
    required: ["path", "content", "truncated", "next_start_line", "meta"],
    additionalProperties: false,
  }),
  tags: ["workspace", "read"],
  effect: "read",
  workspace: { access: "read", paths: ["path"] },
  async execute(input, ctx): Promise<ReadFileOutput> {
    const { path, start_line, max_lines } = { ...DEFAULTS, ...input };
    const location = await locate(ctx, path, "read");
    const { bytes, sha256, mtimeMs } = await readFileContent(location, SIZE_LIMIT);
    const lines = linesOf(new TextDecoder().decode(bytes));
    const returned = lines.slice(start_line - 1, start_line - 1 + max_lines);
    const next = start_line + returned.length;
    const truncated = returned.length > 0 && next <= lines.length;
    return {
      path: location.shown,
      content: returned.join(""),
      truncated,
      next_start_line: truncated ? next : null,
      meta: {
        byte_length: bytes.length,
        line_count: lines.length,
        returned_line_count: returned.length,
        mtime_ms: mtimeMs,
        content_sha256: sha256,
      },
    };
  },
});

/** The lines with their line feeds; an empty text has none, and a final line feed opens no further line. */
function linesOf(text: string): string[] {
  return text.replaceAll("\r\n", "\n").match(/[^\n]*\n|[^\n]+/g) ?? [];
}
