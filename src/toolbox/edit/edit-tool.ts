/**
 * Replaces text in a file: exactly, or forgiving white space, or by the first and last line of a block. Every failure
 * is thrown, and then the file is as it was; a stale `expected_hash` stops an edit of a file that changed since.
 */
import { lstat } from "node:fs/promises";
import { messageOf } from "../../errors/kigumi-error.ts";
import type { ToolContext } from "../../tool/context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { withFileLock } from "../files/file-lock.ts";
import { LARGEST_EDITABLE_FILE } from "../files/largest-editable-file.ts";
import { replaceFile } from "../files/replace-file.ts";
import { readTextFile, sha256Of, type TextFile } from "../files/text-file.ts";
import { previewDiff, unifiedDiff } from "../files/unified-diff.ts";
import { ToolboxError } from "../toolbox-error.ts";
import { type Location, locate } from "../workspace-location.ts";
import { EDIT_DEFAULTS, type EditInput, type EditOutput, editInputSchema, editOutputSchema } from "./edit-input.ts";
import { type EditPlan, type EditRequest, planEdit } from "./edit-plan.ts";

export const editTool = defineTool({
  name: "edit",
  title: "Edit file",
  description:
    "Replace old_string by new_string in a text file of the workspace. old_string must be unique unless replace_all is set; an empty old_string stands for the whole file and creates it when missing. match_mode auto tries exact, then line_trimmed (ignores white space at line ends), then block_anchor (first and last line match, at least half of the others). Returns a diff; dry_run only shows it.",
  input: editInputSchema,
  output: editOutputSchema,
  tags: ["workspace", "write"],
  effect: "once",
  workspace: { access: "write", paths: ["file_path"] },
  async execute(input, ctx): Promise<EditOutput> {
    const { file_path, expected_hash, dry_run, ...asked } = { ...EDIT_DEFAULTS, ...input };
    const location = await locate(ctx, file_path, "write");
    const request = toRequest(asked);
    if (request.oldString === request.newString && request.oldString !== "") return unchanged(location, request);

    return withFileLock(location.absolute, async () => {
      const file = await readOrCreate(location, request);
      requireHash(location, file, expected_hash);
      const plan = planEdit(location.shown, file?.text ?? "", request);
      const content = (file?.byteOrderMark ?? "") + plan.text;
      const isChanged = file === undefined || plan.text !== file.text;
      if (isChanged && !dry_run) await replaceFile(location, content);
      const summary = summarize(location.shown, plan, { isNew: file === undefined, isChanged, isPreview: dry_run });
      return {
        summary,
        file_path: location.shown,
        replacements: plan.replacements,
        match_mode: plan.matchMode,
        content_sha256: sha256Of(content),
        ...(await diffOf(location.shown, file?.text ?? "", plan.text, ctx)),
      };
    });
  },
});

function toRequest(
  asked: Omit<EditInput & typeof EDIT_DEFAULTS, "file_path" | "expected_hash" | "dry_run">,
): EditRequest {
  return {
    oldString: asked.old_string,
    newString: asked.new_string,
    replaceAll: asked.replace_all,
    matchMode: asked.match_mode,
    ...(asked.expected_replacements === undefined ? {} : { expectedReplacements: asked.expected_replacements }),
  };
}

/** Nothing is asked for, so nothing is read either. */
function unchanged({ shown }: Location, { matchMode }: EditRequest): EditOutput {
  return {
    summary: `No changes to ${shown}: old_string and new_string are equal`,
    file_path: shown,
    replacements: 0,
    match_mode: matchMode === "auto" ? "exact" : matchMode,
    diff: "",
  };
}

/** The file, or undefined when it is to be created: only the replacement of a whole file may do that. */
async function readOrCreate(location: Location, { oldString }: EditRequest): Promise<TextFile | undefined> {
  const mayCreate = oldString === "" && !location.isLink;
  if (mayCreate && (await lstat(location.absolute).catch(() => undefined)) === undefined) return undefined;
  return readTextFile(location, LARGEST_EDITABLE_FILE);
}

function requireHash({ shown }: Location, file: TextFile | undefined, expected: string | undefined): void {
  if (expected === undefined || file?.sha256 === expected) return;
  const problem = file === undefined ? "does not exist" : "has changed since it was read";
  throw new ToolboxError("HASH_MISMATCH", `"${shown}" ${problem}; read it again and use the new content_sha256`, {
    data: { path: shown, expected, actual: file?.sha256 ?? null },
  });
}

function summarize(
  shown: string,
  plan: EditPlan,
  how: { isNew: boolean; isChanged: boolean; isPreview: boolean },
): string {
  if (!how.isChanged) return `No changes to ${shown}`;
  const what = how.isNew ? `create ${shown}` : `replace ${plan.replacements} in ${shown} (${plan.matchMode})`;
  if (how.isPreview) return `Preview, nothing was written: would ${what}`;
  return how.isNew ? `Created ${shown}` : `Replaced ${plan.replacements} in ${shown} (${plan.matchMode})`;
}

/** No diff at all when the two texts are too large and too different to compare. */
async function diffOf(
  shown: string,
  before: string,
  after: string,
  ctx: ToolContext,
): Promise<Pick<EditOutput, "diff" | "diff_truncated" | "diff_ref">> {
  const diff = unifiedDiff(shown, before, after);
  if (diff === undefined) return { diff_truncated: true };
  const { text, truncated } = previewDiff(diff);
  if (!truncated) return { diff: text };
  return { diff: text, diff_truncated: true, ...(await keepWhole(diff, ctx)) };
}

/** The edit is done by now: a store that fails costs the reference and nothing else. */
async function keepWhole(diff: string, { outputStore, call, logger }: ToolContext): Promise<{ diff_ref?: string }> {
  if (outputStore === undefined) return {};
  try {
    const { id } = await outputStore.save({ runId: call?.runId ?? "", text: diff });
    return { diff_ref: id };
  } catch (error) {
    logger?.warn(`the whole diff could not be kept: ${messageOf(error)}`);
    return {};
  }
}
