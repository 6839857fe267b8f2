/**
 * Which program starts a command. On Linux the command itself; on macOS a login shell, because a process started from
 * the desktop lacks the user's PATH; on Windows PowerShell, because many commands there are scripts. The words of the
 * command reach it as they are: a shell never splits or expands them.
 */

export type ShellMode = "default" | "direct";

export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
}

export function invocationOf(command: readonly string[], mode: ShellMode, platform: NodeJS.Platform): Invocation {
  const [file = "", ...args] = command;
  if (mode === "direct") return { file, args };
  switch (platform) {
    case "darwin":
      return { file: "/bin/zsh", args: ["-lc", 'exec "$0" "$@"', ...command] };
    case "win32": {
      const words = command.map((word) => `'${word.replaceAll("'", "''")}'`).join(" ");
      return { file: "pwsh", args: ["-NoLogo", "-NonInteractive", "-Command", `& ${words}; exit $LASTEXITCODE`] };
    }
    default:
      return { file, args };
  }
}
