/**
 * The environment that commands get. The process that runs agents holds keys and tokens in its own environment, and a
 * command is written by a model, so only variables that programs need to work at all are passed on.
 */
import type { DependencyKey } from "../../tool/dependency.ts";

const PASSED_ON = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TERM",
  "TZ",
  "TMPDIR",
  // Windows needs these to start most programs.
  "SystemRoot",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

export type CommandEnvironment = Readonly<Record<string, string>>;

/** Override it by id to give commands another environment; the toolkit does so for its `env` option. */
export const commandEnvironmentKey: DependencyKey<CommandEnvironment> = {
  id: "kigumi.toolbox.commandEnvironment",
  create: () => commandEnvironment(),
};

/** What is passed on of this process's environment, with `changes` on top; an undefined value takes a variable away. */
export function commandEnvironment(changes: Readonly<Record<string, string | undefined>> = {}): CommandEnvironment {
  const passedOn = PASSED_ON.map((name) => [name, process.env[name]] as const);
  const entries = [...passedOn, ...Object.entries(changes)];
  const environment = new Map(entries.map(([name, value]) => [name, value]));
  return Object.fromEntries([...environment].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
