import { expect, test } from "vitest";
import { DEFAULT_STORE, fileOptions, shellWord } from "./shell-command.ts";

test("only files that were named are named again", () => {
  expect(fileOptions({ store: DEFAULT_STORE })).toBe("");
  expect(fileOptions({ store: "my runs.db", app: "./desk.ts" })).toBe(" --store 'my runs.db' --app ./desk.ts");
});

test.each([
  ["run-1/c1", "run-1/c1"],
  ["two words", "'two words'"],
  ["it's", "'it'\\''s'"],
  ["$(boom)", "'$(boom)'"],
  ["", "''"],
])("%j is %s in a shell", (text, word) => {
  expect(shellWord(text)).toBe(word);
});
