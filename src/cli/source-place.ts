/** Places in sources as a person at a terminal opens them: from the folder they are in, unless that leads out of it. */
import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { userPosition } from "../design/source/source-position.ts";

/** Where an error was thrown, or where a module cannot be parsed; libraries are passed over. */
export function thrownAt(error: unknown, cwd: string): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  // A file that is no TypeScript has no frame of its own: Node puts its path and line before the stack.
  const [, named = "", line] = /^(.+):(\d+)\n/.exec(stack) ?? [];
  const unparsed = named.startsWith("file:") ? fileURLToPath(named) : named;
  if (isAbsolute(unparsed)) return `${pathFrom(cwd, unparsed)}:${line}`;
  const frames = stack.split("\n").filter((frame) => !frame.includes("/node_modules/"));
  const position = userPosition(frames.join("\n"));
  return position && `${pathFrom(cwd, position.file)}:${position.line}:${position.column}`;
}

export function pathFrom(cwd: string, file: string): string {
  const inside = relative(cwd, file);
  return file === "" || inside.startsWith("..") ? file : inside;
}
