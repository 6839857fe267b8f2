/** Creates a file or replaces its whole content, atomically; missing parent directories are created. */
import { lstat } from "node:fs/promises";
import { defineTool } from "../tool/define-tool.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";
import { withFileLock } from "./files/file-lock.ts";
import { replaceFile } from "./files/replace-file.ts";
import { requireRegularFile } from "./files/text-file.ts";
import { type Location, locate } from "./workspace-location.ts";

export interface WriteFileInput {
  path: string;
  content: string;
}

export interface WriteFileOutput {
  path: string;
  created: boolean;
  bytes_written: number;
}

export const writeFileTool = defineTool({
  name: "write_file",
  title: "Write file",
  description:
    "Write a text file in the workspace: creates it, with missing parent directories, or replaces its whole content. To change a part of a file use edit or apply_patch.",
  input: jsonSchema<WriteFileInput>({
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "Path of the file, relative to the workspace root." },
      content: { type: "string", description: "The whole new content." },
    },
    required: ["path", "content"],
    additionalProperties: false,
  }),
  output: jsonSchema<WriteFileOutput>({
    type: "object",
    properties: { path: { type: "string" }, created: { type: "boolean" }, bytes_written: { type: "integer" } },
    required: ["path", "created", "bytes_written"],
    additionalProperties: false,
  }),
  tags: ["workspace", "write"],
  effect: "idempotent",
  workspace: { access: "write", paths: ["path"] },
  async execute({ path, content }, ctx): Promise<WriteFileOutput> {
    const location = await locate(ctx, path, "write");
    return withFileLock(location.absolute, async () => {
      const created = !(await isPresent(location));
      if (!created) await requireRegularFile(location);
      await replaceFile(location, content);
      return { path: location.shown, created, bytes_written: Buffer.byteLength(content) };
    });
  },
});

/** A link counts as present even when what it points to is missing: its name is taken. */
async function isPresent({ absolute, isLink }: Location): Promise<boolean> {
  return isLink || (await lstat(absolute).catch(() => undefined)) !== undefined;
}
