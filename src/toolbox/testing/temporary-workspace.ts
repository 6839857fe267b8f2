/** For tests: a workspace in a real temporary directory, and tools run in it as a model would call them. */
import { lstat, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createToolContext } from "../../runtime/tool-context.ts";
import type { ToolContext, ToolContextOptions } from "../../tool/context.ts";
import { resultAsText } from "../../tool/result.ts";
import type { TypedTool } from "../../tool/tool.ts";
import type { WriteScope } from "../../tool/workspace.ts";
import { createWorkspace } from "../workspace.ts";

export interface TemporaryWorkspace extends AsyncDisposable {
  /** The real path of the workspace root; its parent is the test's own too. */
  readonly root: string;
  readonly outside: string;
  context(options?: { writeScope?: WriteScope } & ToolContextOptions<Record<string, unknown>>): ToolContext;
  /** Validates and runs; rejects as the tool does. */
  run<I, O>(tool: TypedTool<I, O, Record<string, unknown>>, args: I, ctx?: ToolContext): Promise<O>;
  write(path: string, content: string | Buffer): Promise<void>;
  read(path: string): Promise<string>;
  exists(path: string): Promise<boolean>;
}

export async function temporaryWorkspace(
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<TemporaryWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "kigumi-toolbox-")));
  const root = join(base, "workspace");
  await mkdir(root);
  const workspace: TemporaryWorkspace = {
    root,
    outside: base,
    context: ({ writeScope = "workspace-write", ...options } = {}) =>
      createToolContext({ workspace: createWorkspace({ root, writeScope }), ...options }),
    async run(tool, args, ctx = workspace.context()) {
      const result = await tool.executeRaw(JSON.stringify(args), ctx);
      return (result.type === "json" ? result.value : resultAsText(result)) as never;
    },
    async write(path, content) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    read: (path) => readFile(join(root, path), "utf8"),
    exists: (path) =>
      lstat(join(root, path)).then(
        () => true,
        () => false,
      ),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
  for (const [path, content] of Object.entries(files)) await workspace.write(path, content);
  return workspace;
}
