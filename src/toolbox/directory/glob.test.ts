import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { compileGlobs } from "./glob.ts";

const matches = (glob: string, path: string) => compileGlobs([glob])(path);

test("a glob without a slash matches names at any depth, one with a slash matches the whole path", () => {
  expect(matches("*.ts", "src/deep/a.ts")).toBe(true);
  expect(matches("*.ts", "src/a.tsx")).toBe(false);
  expect(matches("src/*.ts", "src/a.ts")).toBe(true);
  expect(matches("src/*.ts", "src/deep/a.ts")).toBe(false);
  expect(matches("./src/*.ts", "src/a.ts")).toBe(true);
});

test("a slash in front says where the glob begins, one at the end means all that is below", () => {
  expect(matches("/a.ts", "a.ts")).toBe(true);
  expect(matches("/a.ts", "src/a.ts")).toBe(false);
  expect(matches("src/", "src")).toBe(true);
  expect(matches("src/", "src/deep/a.ts")).toBe(true);
  expect(matches("src/", "srcx/a.ts")).toBe(false);
  expect(matches("/src/", "src/a.ts")).toBe(true);
  expect(matches("/", "src/a.ts")).toBe(true);
});

test("two stars cross directories, one star and a question mark do not", () => {
  expect(matches("src/**/*.ts", "src/a.ts")).toBe(true);
  expect(matches("src/**/*.ts", "src/a/b/c.ts")).toBe(true);
  expect(matches("**/test/**", "a/test/b/c")).toBe(true);
  expect(matches("docs/**", "docs")).toBe(true);
  expect(matches("docs/**", "docsx")).toBe(false);
  expect(matches("a?b/c", "a/b/c")).toBe(false);
});

test("sets, alternatives and escapes", () => {
  expect(matches("[ab].txt", "a.txt")).toBe(true);
  expect(matches("[!ab].txt", "a.txt")).toBe(false);
  expect(matches("*.{ts,tsx,{c,m}ts}", "a.mts")).toBe(true);
  expect(matches("*.{ts,tsx}", "a.js")).toBe(false);
  expect(matches("a\\*b", "a*b")).toBe(true);
  expect(matches("a\\*b", "axb")).toBe(false);
  expect(matches("a,b}.txt", "a,b}.txt")).toBe(true);
  expect(matches("(a|b)+.$", "(a|b)+.$")).toBe(true);
});

test("hidden names are names like any other", () => {
  expect(matches("*", ".env")).toBe(true);
  expect(matches("**/*.json", ".config/a.json")).toBe(true);
});

test("a glob that cannot be read is an invalid argument", () => {
  for (const glob of ["{a,b", "[z-a]"]) {
    expect(() => compileGlobs([glob]), glob).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
  }
});

test("a glob made to backtrack is answered at once", () => {
  const name = "a".repeat(250);
  expect(matches(`${"*a".repeat(100)}b`, name)).toBe(false);
  expect(matches(`${"**/a/".repeat(50)}b`, "a/".repeat(1000))).toBe(false);
});

test("for everyday globs the answer is that of picomatch", () => {
  const piece = fc.constantFrom("a", "b", ".", "*", "?", "[ab]", "[^a]", "{a,b}", "{a,*b}", "-");
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join("")) },
    { weight: 1, arbitrary: fc.constant("**") },
  );
  // Picomatch lets `a/**` match `a`, but not `*/**` match `a`; here both do.
  const glob = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((segments) => segments.join("/"))
    .filter((pattern) => !/[*?\]}]\/\*\*$/.test(pattern));
  const name = fc.stringMatching(/^[ab.-]{1,3}$/).filter((text) => !text.endsWith("."));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  fc.assert(
    fc.property(glob, path, (pattern, candidate) => {
      const oracle = picomatch(pattern, { dot: true, basename: !pattern.includes("/") });
      expect(matches(pattern, candidate)).toBe(oracle(candidate));
    }),
    { numRuns: 3000 },
  );
});
