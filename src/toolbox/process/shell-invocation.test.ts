import { expect, test } from "vitest";
import { invocationOf } from "./shell-invocation.ts";

const command = ["npm", "run", "it's"];

test("direct mode and Linux start the program itself", () => {
  const direct = { file: "npm", args: ["run", "it's"] };
  expect(invocationOf(command, "direct", "darwin")).toEqual(direct);
  expect(invocationOf(command, "direct", "win32")).toEqual(direct);
  expect(invocationOf(command, "default", "linux")).toEqual(direct);
});

test("macOS goes through a login shell that passes the words on untouched", () => {
  expect(invocationOf(command, "default", "darwin")).toEqual({
    file: "/bin/zsh",
    args: ["-lc", 'exec "$0" "$@"', "npm", "run", "it's"],
  });
});

test("Windows goes through PowerShell with every word quoted", () => {
  expect(invocationOf(command, "default", "win32").args.at(-1)).toBe("& 'npm' 'run' 'it''s'; exit $LASTEXITCODE");
});
