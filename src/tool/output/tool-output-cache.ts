/**
 * `tool_output_cache`: reads a stored output back, any window of its lines, numbered. What it returns is bounded, and
 * says how to go on; an offset beyond the end is an answer, a reference that does not exist is an error.
 */
import { defineTool } from "../define-tool.ts";
import { textResult } from "../result.ts";
import { jsonSchema } from "../schema/tool-schema.ts";
import type { TypedTool } from "../tool.ts";
import { maxLineBytes } from "./lines.ts";
import { numberedLine } from "./numbered-lines.ts";
import type { OutputLine } from "./output-store.ts";
import { maxShownBytes, type OutputCacheToolOptions, type StoredOutput, storedOutput } from "./stored-output.ts";
import { utf8Length } from "./utf8.ts";

export interface ToolOutputCacheInput {
  ref_id: string;
  offset?: number;
  limit?: number;
}

const input = jsonSchema<ToolOutputCacheInput>({
  type: "object",
  properties: {
    ref_id: { type: "string", description: "The ref of a truncated or trimmed tool output" },
    offset: { type: "integer", minimum: 0, description: "Lines to skip. Default 0" },
    limit: { type: "integer", minimum: 1, description: "Number of lines. Default: as many as fit" },
  },
  required: ["ref_id"],
  additionalProperties: false,
});

export function createToolOutputCacheTool(
  options: OutputCacheToolOptions = {},
): TypedTool<ToolOutputCacheInput, string> {
  return defineTool({
    name: "tool_output_cache",
    description: "Read the full output of an earlier tool call by its ref, as numbered lines, from any line on.",
    input,
    tags: ["output", "read"],
    effect: "read",
    async execute({ ref_id, offset = 0, limit }, ctx) {
      const output = storedOutput(ref_id, options, ctx);
      const outputRef = await output.store.stat(output.address);
      const { lineCount } = outputRef;
      const lines = await shownLines(output, {
        offset,
        ...(limit !== undefined && { limit }),
        ...(ctx.signal && { signal: ctx.signal }),
      });
      const text = lines.length === 0 ? emptyNotice(offset, lineCount) : textOf(lines, lineCount);
      return textResult(text, { outputRef });
    },
  });
}

/** The lines of the window that fit into one answer; at least one, as no line is longer than that. */
async function shownLines(
  { store, address }: StoredOutput,
  window: { offset: number; limit?: number; signal?: AbortSignal },
): Promise<OutputLine[]> {
  const shown: OutputLine[] = [];
  let room = maxShownBytes;
  for await (const line of store.read(address, window)) {
    room -= utf8Length(numberedLine(line)) + 1;
    if (room < 0) break;
    shown.push(line);
  }
  return shown;
}

function textOf(lines: readonly OutputLine[], lineCount: number): string {
  const last = lines.at(-1)?.number ?? 0;
  const notices: string[] = [];
  if (lines.some((line) => line.ending === "" && line.number < lineCount)) {
    notices.push(`... (a line longer than ${maxLineBytes} bytes continues under the next number)`);
  }
  if (last < lineCount) notices.push(`... (${lineCount - last} of ${lineCount} lines left; use offset=${last})`);
  return [...lines.map(numberedLine), ...notices].join("\n");
}

function emptyNotice(offset: number, lineCount: number): string {
  if (lineCount === 0) return "The output is empty.";
  return `Offset ${offset} is beyond the end: the output has ${lineCount} ${lineCount === 1 ? "line" : "lines"}.`;
}
