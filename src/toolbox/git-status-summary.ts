/**
 * What `git status` says about the workspace. Reads only: no optional locks are taken, no file-system monitor of the
 * repository is started, and a repository that reaches beyond the workspace is reported for the workspace alone.
 */
import { defineTool } from "../tool/define-tool.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";
import { requireDirectory } from "./directory/require-directory.ts";
import { type CommandEnvironment, commandEnvironmentKey } from "./process/command-environment.ts";
import { type ProcessOutcome, runProcess } from "./process/run-process.ts";
import { systemCodeOf, ToolboxError, toFileError } from "./toolbox-error.ts";
import { isInside } from "./workspace.ts";
import { locate, workspaceOf } from "./workspace-location.ts";

const DEFAULT_CWD = ".";
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_CHARS = 200_000;

export interface GitStatusSummaryInput {
  cwd?: string;
}

export interface GitStatusSummaryOutput {
  repository_root: string;
  /** Null when HEAD is detached. */
  branch: string | null;
  /** `git status --porcelain=v1 --branch`, as it is. */
  raw: string;
  truncated?: true;
}

export const gitStatusSummaryTool = defineTool({
  name: "git_status_summary",
  title: "Git status",
  description:
    "Show the state of the git repository: its root, the current branch, and the output of git status --porcelain=v1 --branch.",
  input: jsonSchema<GitStatusSummaryInput>({
    type: "object",
    properties: {
      cwd: {
        type: "string",
        minLength: 1,
        default: DEFAULT_CWD,
        description: "A directory of the repository, relative to the workspace root.",
      },
    },
    additionalProperties: false,
  }),
  output: jsonSchema<GitStatusSummaryOutput>({
    type: "object",
    properties: {
      repository_root: { type: "string" },
      branch: { type: ["string", "null"] },
      raw: { type: "string" },
      truncated: { const: true },
    },
    required: ["repository_root", "branch", "raw"],
    additionalProperties: false,
  }),
  tags: ["workspace", "read", "git"],
  effect: "read",
  workspace: { access: "read", paths: ["cwd"] },
  async execute({ cwd = DEFAULT_CWD }, ctx): Promise<GitStatusSummaryOutput> {
    const location = await locate(ctx, cwd, "read");
    await requireDirectory(location);
    const env = await ctx.resolve(commandEnvironmentKey);
    const git = (...args: string[]) => runGit(args, location.absolute, env, ctx.signal);

    const root = await git("rev-parse", "--show-toplevel");
    if (root.exitCode !== 0) throw notARepository(location.shown, root);
    const repositoryRoot = root.stdout.replace(/\r?\n$/, "");

    const { root: workspaceRoot, writeScope } = workspaceOf(ctx, "read");
    const isBeyond = writeScope !== "unrestricted" && !isInside(workspaceRoot, repositoryRoot);
    const branch = await git("symbolic-ref", "--quiet", "--short", "HEAD");
    const status = await git("status", "--porcelain=v1", "--branch", ...(isBeyond ? ["--", workspaceRoot] : []));
    if (status.exitCode !== 0) throw new ToolboxError("INTERNAL", `git status failed: ${status.stderr.trim()}`);
    return {
      repository_root: repositoryRoot,
      branch: branch.exitCode === 0 ? branch.stdout.trim() : null,
      raw: status.stdout,
      ...(status.stdoutTruncated ? { truncated: true } : {}),
    };
  },
});

async function runGit(
  args: readonly string[],
  cwd: string,
  env: CommandEnvironment,
  signal: AbortSignal | undefined,
): Promise<ProcessOutcome> {
  // A repository's own configuration can name a program to watch files with, and `status` would start it; and files
  // that merely look like a bare repository could bring such a configuration.
  const safely = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"];
  try {
    return await runProcess(
      { file: "git", args: [...safely, ...args] },
      // Messages in English: one of them tells that there is no repository.
      { cwd, env: { ...env, LC_ALL: "C" }, timeoutMs: TIMEOUT_MS, maxOutputChars: MAX_OUTPUT_CHARS, signal },
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    if (systemCodeOf(error) !== "ENOENT") throw toFileError(error, "start", "git");
    throw new ToolboxError("INTERNAL", "git is not installed, or not on the PATH of commands", { cause: error });
  }
}

function notARepository(shown: string, { stderr }: ProcessOutcome): ToolboxError {
  const isMissing = /not a git repository|must be run in a work tree|cannot use bare repository/.test(stderr);
  if (isMissing)
    return new ToolboxError("NOT_GIT_REPOSITORY", `"${shown}" is not in the work tree of a git repository`);
  return new ToolboxError("INTERNAL", `git failed: ${stderr.trim()}`);
}
