/** Searches the files of the workspace for a regular expression, line by line; never longer than it is given time. */
import { defineTool } from "../../tool/define-tool.ts";
import { jsonSchema } from "../../tool/schema/tool-schema.ts";
import { compileGlobs } from "../directory/glob.ts";
import { globListSchema } from "../directory/glob-list.ts";
import { requireDirectory } from "../directory/require-directory.ts";
import { ToolboxError } from "../toolbox-error.ts";
import { locate } from "../workspace-location.ts";
import { type SearchResult, searchFiles } from "./search-files.ts";
import { compileSearchPattern } from "./search-pattern.ts";

export interface RegexpSearchInput {
  pattern: string;
  flags?: string;
  root_path?: string;
  include?: string[];
  exclude?: string[];
  max_results?: number;
  timeout_ms?: number;
}

export interface RegexpSearchOutput extends SearchResult {
  took_ms: number;
}

const DEFAULTS: Required<Omit<RegexpSearchInput, "pattern">> = {
  flags: "",
  root_path: ".",
  include: [],
  exclude: [],
  max_results: 100,
  timeout_ms: 5000,
};

export const regexpSearchTool = defineTool({
  name: "regexp_search",
  title: "Search by regular expression",
  description:
    "Search text files of the workspace for a regular expression, line by line. RE2 syntax: no backreferences, no lookaround. Results are sorted by path, line and column. Files over 1 MiB, binary files and generated directories (.git, node_modules, dist, build, target …) are skipped; warnings counts what was skipped.",
  input: jsonSchema<RegexpSearchInput>({
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, maxLength: 2000, description: "The regular expression." },
      flags: {
        type: "string",
        pattern: "^[gimsu]*$",
        maxLength: 5,
        default: DEFAULTS.flags,
        description: "Any of g (all matches of a line, not only the first), i, m, s, u; each at most once.",
      },
      root_path: {
        type: "string",
        minLength: 1,
        default: DEFAULTS.root_path,
        description: "Directory to search, relative to the workspace root.",
      },
      include: globListSchema("Search only these files; all when empty."),
      exclude: globListSchema("Do not search these, even when included."),
      max_results: {
        type: "integer",
        minimum: 1,
        maximum: 500,
        default: DEFAULTS.max_results,
        description: "Most matches to return.",
      },
      timeout_ms: {
        type: "integer",
        minimum: 1,
        maximum: 30_000,
        default: DEFAULTS.timeout_ms,
        description: "The search fails with TIMEOUT, without partial results, when it takes longer.",
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  }),
  output: jsonSchema<RegexpSearchOutput>({
    type: "object",
    properties: {
      items: {
        type: "array",
        items: {
          type: "object",
          properties: {
            path: { type: "string" },
            line: { type: "integer" },
            column: { type: "integer" },
            match: { type: "string" },
            line_text: { type: "string" },
          },
          required: ["path", "line", "column", "match", "line_text"],
          additionalProperties: false,
        },
      },
      truncated: { type: "boolean" },
      scanned_files: { type: "integer" },
      took_ms: { type: "integer" },
      warnings: {
        type: "object",
        properties: {
          skipped_binary_files: { type: "integer" },
          skipped_large_files: { type: "integer" },
          unreadable_entries: { type: "integer" },
          clipped_lines: { type: "integer" },
        },
        required: ["skipped_binary_files", "skipped_large_files", "unreadable_entries", "clipped_lines"],
        additionalProperties: false,
      },
    },
    required: ["items", "truncated", "scanned_files", "took_ms", "warnings"],
    additionalProperties: false,
  }),
  tags: ["workspace", "read"],
  effect: "read",
  workspace: { access: "read", paths: ["root_path"] },
  async execute(input, ctx): Promise<RegexpSearchOutput> {
    const { pattern, flags, root_path, include, exclude, max_results, timeout_ms } = { ...DEFAULTS, ...input };
    if (new Set(flags).size < flags.length) {
      throw new ToolboxError("INVALID_ARGUMENT", `flags ${JSON.stringify(flags)} repeats a letter`);
    }
    const startedAt = performance.now();
    const compiled = compileSearchPattern(pattern, flags);
    const root = await locate(ctx, root_path, "read");
    await requireDirectory(root);
    const result = await searchFiles(root, compiled, {
      isIncluded: include.length === 0 ? () => true : compileGlobs(include),
      isExcluded: compileGlobs(exclude),
      maxResults: max_results,
      timeoutMs: timeout_ms,
      signal: ctx.signal,
    });
    return { ...result, took_ms: Math.round(performance.now() - startedAt) };
  },
});
