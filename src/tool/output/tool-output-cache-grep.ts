/**
 * `tool_output_cache_grep`: searches a stored output line by line. Each match is a block of numbered lines under its
 * reference, blocks are separated by a blank line; when there is more than is shown, the last line says so.
 */
import { defineTool } from "../define-tool.ts";
import { textResult } from "../result.ts";
import { jsonSchema } from "../schema/tool-schema.ts";
import type { TypedTool } from "../tool.ts";
import { numberedLine } from "./numbered-lines.ts";
import type { OutputGrepResult, OutputLine } from "./output-store.ts";
import { maxShownBytes, type OutputCacheToolOptions, storedOutput } from "./stored-output.ts";
import { utf8Length } from "./utf8.ts";

export interface ToolOutputCacheGrepInput {
  ref_id: string;
  pattern: string;
  regex?: boolean;
  before?: number;
  after?: number;
  max_matches?: number;
}

const input = jsonSchema<ToolOutputCacheGrepInput>({
  type: "object",
  properties: {
    ref_id: { type: "string", description: "The ref of a truncated or trimmed tool output" },
    pattern: { type: "string", description: "What to find within a line; case-sensitive" },
    regex: { type: "boolean", description: "The pattern is a regular expression (RE2 syntax). Default false" },
    before: { type: "integer", minimum: 0, maximum: 1000, description: "Lines to show before each match. Default 0" },
    after: { type: "integer", minimum: 0, maximum: 1000, description: "Lines to show after each match. Default 0" },
    max_matches: { type: "integer", minimum: 1, description: "Default 50" },
  },
  required: ["ref_id", "pattern"],
  additionalProperties: false,
});

export function createToolOutputCacheGrepTool(
  options: OutputCacheToolOptions = {},
): TypedTool<ToolOutputCacheGrepInput, string> {
  return defineTool({
    name: "tool_output_cache_grep",
    description: "Search the full output of an earlier tool call by its ref; returns numbered lines around each match.",
    input,
    tags: ["output", "read"],
    effect: "read",
    async execute({ ref_id, pattern, regex, before, after, max_matches }, ctx) {
      const { store, address } = storedOutput(ref_id, options, ctx);
      const outputRef = await store.stat(address);
      const result = await store.grep(address, {
        pattern,
        ...(regex !== undefined && { regex }),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...(max_matches !== undefined && { maxMatches: max_matches }),
        ...(ctx.signal && { signal: ctx.signal }),
      });
      return textResult(textOf(ref_id, pattern, result), { outputRef });
    },
  });
}

function textOf(ref: string, pattern: string, { matches, truncated }: OutputGrepResult): string {
  if (matches.length === 0) return `No line matches ${JSON.stringify(pattern)}.`;
  const blocks: string[] = [];
  let isCut = truncated;
  let room = maxShownBytes;
  for (const { before, line, after } of matches) {
    let block = blockOf(ref, [...before, line, ...after]);
    if (utf8Length(block) > room) {
      isCut = true;
      // The context is too much; the match itself still tells something.
      block = blockOf(ref, [line]);
      if (utf8Length(block) > room) break;
    }
    blocks.push(block);
    room -= utf8Length(block) + 2;
  }
  return blocks.join("\n\n") + (isCut ? "\n... (truncated)" : "");
}

function blockOf(ref: string, lines: readonly OutputLine[]): string {
  return [`ref:${ref}`, ...lines.map(numberedLine)].join("\n");
}
