/**
 * Runs a command in the workspace. It counts as a write, whatever the command is: a read-only workspace refuses it.
 * The working directory is checked, the command itself is not confined; who allows this tool allows what it starts.
 */
import { defineTool } from "../tool/define-tool.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";
import { requireDirectory } from "./directory/require-directory.ts";
import { commandEnvironmentKey } from "./process/command-environment.ts";
import { type ProcessOutcome, type RunProcessOptions, runProcess } from "./process/run-process.ts";
import { type Invocation, invocationOf, type ShellMode } from "./process/shell-invocation.ts";
import { systemCodeOf, ToolboxError, toFileError } from "./toolbox-error.ts";
import { locate } from "./workspace-location.ts";

export interface ExecCommandInput {
  command: string[];
  cwd?: string;
  shell_mode?: ShellMode;
  stdin?: string;
  timeout_ms?: number;
  max_output_chars?: number;
}

export interface ExecCommandOutput {
  cwd: string;
  command: string[];
  exit_code: number;
  stdout: string;
  stderr: string;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
  timed_out: boolean;
  duration_ms: number;
}

const DEFAULTS: Required<Omit<ExecCommandInput, "command" | "stdin">> = {
  cwd: ".",
  shell_mode: "default",
  timeout_ms: 30_000,
  max_output_chars: 200_000,
};

export const execCommandTool = defineTool({
  name: "exec_command",
  title: "Run command",
  description:
    'Run a command in the workspace and wait for it. command is the program and its arguments, one string each, e.g. ["npm", "test"]; for pipes and globs run a shell: ["sh", "-c", "…"]. A command that fails is a normal result with its exit_code; 124 means that it was stopped after timeout_ms. Background processes end with the command.',
  input: jsonSchema<ExecCommandInput>({
    type: "object",
    properties: {
      cwd: {
        type: "string",
        minLength: 1,
        default: DEFAULTS.cwd,
        description: "Directory to run in, relative to the workspace root.",
      },
      command: {
        type: "array",
        items: { type: "string", minLength: 1, pattern: "^[^\\u0000]*$" },
        minItems: 1,
        description: "The program and its arguments.",
      },
      shell_mode: {
        type: "string",
        enum: ["default", "direct"],
        default: DEFAULTS.shell_mode,
        description: "default: through the platform's login shell where that is needed; direct: never.",
      },
      stdin: { type: "string", description: "Text to give the command as its input." },
      timeout_ms: {
        type: "integer",
        minimum: 1,
        maximum: 120_000,
        default: DEFAULTS.timeout_ms,
        description: "The command is stopped after this time.",
      },
      max_output_chars: {
        type: "integer",
        minimum: 1000,
        maximum: 1_000_000,
        default: DEFAULTS.max_output_chars,
        description: "Most characters to return of stdout, and of stderr.",
      },
    },
    required: ["command"],
    additionalProperties: false,
  }),
  output: jsonSchema<ExecCommandOutput>({
    type: "object",
    properties: {
      cwd: { type: "string" },
      command: { type: "array", items: { type: "string" } },
      exit_code: { type: "integer" },
      stdout: { type: "string" },
      stderr: { type: "string" },
      stdout_truncated: { type: "boolean" },
      stderr_truncated: { type: "boolean" },
      timed_out: { type: "boolean" },
      duration_ms: { type: "integer" },
    },
    required: [
      "cwd",
      "command",
      "exit_code",
      "stdout",
      "stderr",
      "stdout_truncated",
      "stderr_truncated",
      "timed_out",
      "duration_ms",
    ],
    additionalProperties: false,
  }),
  tags: ["workspace", "write", "exec"],
  effect: "once",
  workspace: { access: "write", paths: ["cwd"] },
  async execute(input, ctx): Promise<ExecCommandOutput> {
    const { command, cwd, shell_mode, stdin, timeout_ms, max_output_chars } = { ...DEFAULTS, ...input };
    const location = await locate(ctx, cwd, "write");
    await requireDirectory(location);
    const startedAt = performance.now();
    const outcome = await start(invocationOf(command, shell_mode, process.platform), {
      cwd: location.absolute,
      env: await ctx.resolve(commandEnvironmentKey),
      stdin,
      timeoutMs: timeout_ms,
      maxOutputChars: max_output_chars,
      signal: ctx.signal,
    });
    return {
      cwd: location.shown,
      command,
      exit_code: outcome.exitCode,
      stdout: outcome.stdout,
      stderr: outcome.stderr,
      stdout_truncated: outcome.stdoutTruncated,
      stderr_truncated: outcome.stderrTruncated,
      timed_out: outcome.timedOut,
      duration_ms: Math.round(performance.now() - startedAt),
    };
  },
});

async function start(invocation: Invocation, options: RunProcessOptions): Promise<ProcessOutcome> {
  try {
    return await runProcess(invocation, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const { file } = invocation;
    switch (systemCodeOf(error)) {
      case "ENOENT":
        throw new ToolboxError("COMMAND_NOT_FOUND", `there is no program "${file}" on the PATH of commands`, {
          cause: error,
        });
      case "EACCES":
        throw new ToolboxError("INVALID_ARGUMENT", `"${file}" is not an executable program`, { cause: error });
      case "E2BIG":
        throw new ToolboxError("INVALID_ARGUMENT", "the command line is too long; pass data through stdin", {
          cause: error,
        });
      default:
        throw toFileError(error, "start", file);
    }
  }
}
