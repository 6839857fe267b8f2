/** A file of lines that survives whoever writes it: each line is appended whole and is on disk when `write` returns. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";

export interface Journal {
  write(line: object): void;
}

export function openJournal(file: string): Journal & Disposable {
  const descriptor = openSync(file, "a");
  return {
    write(line) {
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
      fsyncSync(descriptor);
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

export function readJournal<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): Line => JSON.parse(line));
}
