/**
 * Applies a unified diff to one file of the workspace. All hunks fit or nothing is written; a hunk may have moved, but
 * its context and removed lines have to be there exactly. No git process is involved.
 */
import { applyPatch, parsePatch, type StructuredPatch } from "diff";
import { messageOf } from "../errors/kigumi-error.ts";
import { defineTool } from "../tool/define-tool.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";
import { withFileLock } from "./files/file-lock.ts";
import { LARGEST_EDITABLE_FILE } from "./files/largest-editable-file.ts";
import { replaceFile } from "./files/replace-file.ts";
import { readTextFile } from "./files/text-file.ts";
import { ToolboxError } from "./toolbox-error.ts";
import { locate } from "./workspace-location.ts";

export interface ApplyPatchInput {
  filePath: string;
  patch: string;
}

/** `exit_code` and `stderr` are those of a patch program that succeeded: a patch that fails throws APPLY_FAILED. */
export interface ApplyPatchOutput {
  file_path: string;
  exit_code: 0;
  changed: boolean;
  stderr: "";
}

export const applyPatchTool = defineTool({
  name: "apply_patch",
  title: "Apply patch",
  description:
    "Apply a unified diff (--- / +++ / @@ hunks) to one existing file in the workspace. Either every hunk fits and the file is written, or nothing changes and the error names the hunk.",
  input: jsonSchema<ApplyPatchInput>({
    type: "object",
    properties: {
      filePath: { type: "string", minLength: 1, description: "Path of the file, relative to the workspace root." },
      patch: { type: "string", minLength: 1, description: "The unified diff, for this file alone." },
    },
    required: ["filePath", "patch"],
    additionalProperties: false,
  }),
  output: jsonSchema<ApplyPatchOutput>({
    type: "object",
    properties: {
      file_path: { type: "string" },
      exit_code: { const: 0 },
      changed: { type: "boolean" },
      stderr: { const: "" },
    },
    required: ["file_path", "exit_code", "changed", "stderr"],
    additionalProperties: false,
  }),
  tags: ["workspace", "write"],
  effect: "once",
  workspace: { access: "write", paths: ["filePath"] },
  async execute({ filePath, patch }, ctx): Promise<ApplyPatchOutput> {
    const parsed = parseSinglePatch(patch);
    const location = await locate(ctx, filePath, "write");
    return withFileLock(location.absolute, async () => {
      const { text, byteOrderMark } = await readTextFile(location, LARGEST_EDITABLE_FILE);
      const patched = applyPatch(text, parsed);
      if (patched === false) throw applyFailed(location.shown, text, parsed);
      const changed = patched !== text;
      if (changed) await replaceFile(location, byteOrderMark + patched);
      return { file_path: location.shown, exit_code: 0, changed, stderr: "" };
    });
  },
});

function parseSinglePatch(patch: string): StructuredPatch {
  const [parsed, another] = parse(patch);
  if (another !== undefined) {
    throw new ToolboxError("INVALID_ARGUMENT", "the patch changes several files; call apply_patch once for each");
  }
  if (parsed === undefined || parsed.hunks.length === 0) {
    throw new ToolboxError("INVALID_ARGUMENT", "the patch has no hunk; it needs lines such as @@ -1,3 +1,4 @@");
  }
  if (parsed.newFileName === "/dev/null" || parsed.isRename) {
    throw new ToolboxError(
      "INVALID_ARGUMENT",
      "the patch deletes or renames the file; apply_patch only changes content",
    );
  }
  return parsed;
}

function parse(patch: string): StructuredPatch[] {
  try {
    return parsePatch(patch);
  } catch (cause) {
    throw new ToolboxError("INVALID_ARGUMENT", `the patch is not a unified diff: ${messageOf(cause)}`, { cause });
  }
}

/** Names the first hunk that does not fit. Hunks apply in order, so the longest prefix that fits ends right before it. */
function applyFailed(shown: string, text: string, patch: StructuredPatch): ToolboxError {
  let fitting = 0;
  let failing = patch.hunks.length;
  while (failing - fitting > 1) {
    const middle = Math.floor((fitting + failing) / 2);
    const fits = applyPatch(text, { ...patch, hunks: patch.hunks.slice(0, middle) }) !== false;
    if (fits) fitting = middle;
    else failing = middle;
  }
  const hunk = patch.hunks[failing - 1];
  const header = hunk && `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  return new ToolboxError(
    "APPLY_FAILED",
    `hunk ${failing} of ${patch.hunks.length} (${header}) does not fit "${shown}"; nothing was written. Read the file again and make the patch from its current lines`,
    { data: { path: shown, hunk: failing, hunks: patch.hunks.length, header } },
  );
}
