import { expect, test } from "vitest";
import { parseTemplate } from "../template.ts";
import { TemplateError } from "../template-error.ts";

/** The error of a source as `line:column message`. */
function problemOf(source: string): string {
  try {
    parseTemplate(source);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    expect(error.code).toBe("invalid_template");
    return `${error.line}:${error.column} ${error.message}`;
  }
  return "no problem";
}

test("a source that is not closed says what is open and where it began", () => {
  expect(problemOf("one\ntwo {{ .x")).toMatch(/^2:5 the action is not closed/);
  expect(problemOf("{{ if .x }}a")).toMatch(/^1:4 \{\{ if \}\} is never closed; add \{\{ end \}\}/);
  expect(problemOf("{{ range .x }}a{{ else }}b")).toMatch(/^1:24 \{\{ else \}\} is never closed/);
  expect(problemOf("{{/* note }}")).toMatch(/^1:1 the comment is not closed/);
  expect(problemOf("{{/* note */ }}")).toMatch(/^1:1 the comment is not closed/);
  expect(problemOf('{{ "a\n" }}')).toMatch(/^1:4 the string is not closed/);
  expect(problemOf("{{ `a }}")).toMatch(/^1:4 the raw string is not closed/);
  expect(problemOf("{{ (len .x }}")).toMatch(/^1:12 the action ends here; close the parenthesis/);
});

test("an end or else too many is refused", () => {
  expect(problemOf("a{{ end }}")).toMatch(/^1:5 \{\{ end \}\} belongs to no if, with or range/);
  expect(problemOf("{{ else }}")).toMatch(/^1:4 \{\{ else \}\} belongs to no/);
  expect(problemOf("{{ if .x }}{{ else }}{{ else }}{{ end }}")).toMatch(/one \{\{ else \}\}, and it comes last/);
  expect(problemOf("{{ if .x }}{{ else with .y }}{{ end }}")).toMatch(/write \{\{ else \}\} or \{\{ else if … \}\}/);
});

test("what Go has and this language does not is named", () => {
  expect(problemOf('{{ define "x" }}{{ end }}')).toMatch(/^1:4 \{\{ define \}\} is not supported/);
  expect(problemOf('{{ template "x" . }}')).toMatch(
    /\{\{ template \}\} is not supported; write the text where it is used/,
  );
  expect(problemOf("{{ range .x }}{{ break }}{{ end }}")).toMatch(/\{\{ break \}\} is not supported/);
  expect(problemOf("{{ $x := 1 }}{{ $x = 2 }}")).toMatch(/^1:20 assigning to a variable is not supported; declare/);
  expect(problemOf("{{ 'a' }}")).toMatch(/^1:4 a string is written between double quotes/);
  expect(problemOf("{{ 0x1f }}")).toMatch(/^1:4 the number is not one this language has/);
  expect(problemOf("{{ 010 }}")).toMatch(/would be octal in Go/);
  expect(problemOf("{{ 9007199254740993 }}")).toMatch(/too large to be exact/);
  expect(problemOf('{{ "\\q" }}')).toMatch(/^1:5 unknown escape/);
  expect(problemOf('{{ "\\ud800" }}')).toMatch(/unknown escape/);
  expect(problemOf("{{ html .x }}")).toMatch(/^1:4 there is no function html; the functions are and, or, /);
});

test("a typo is met with the nearest thing that exists", () => {
  expect(problemOf("{{ truncat .x 3 }}")).toMatch(/there is no function truncat; did you mean truncate\?/);
  expect(problemOf("{{ $item := .x }}{{ $itme }}")).toMatch(
    /^1:21 variable \$itme is not declared here; did you mean \$item\?/,
  );
  expect(problemOf("{{ query }}")).toMatch(/a field is written \.query/);
});

test("a variable is known to the end of its block and no further", () => {
  expect(problemOf("{{ if .x }}{{ $y := 1 }}{{ end }}{{ $y }}")).toMatch(/variable \$y is not declared here/);
  expect(problemOf("{{ range $i, $v := .x }}{{ else }}{{ $v }}{{ end }}")).toMatch(/variable \$v is not declared here/);
  expect(problemOf("{{ $ := 1 }}")).toMatch(/\$ is the root and cannot be declared/);
  expect(problemOf("{{ range $i, := .x }}{{ end }}")).toMatch(/write two variables and :=/);
});

test("calls are checked before there is data", () => {
  expect(problemOf("{{ len }}")).toMatch(/^1:4 len takes 1 argument and got 0/);
  expect(problemOf("{{ .x | len .y }}")).toMatch(/len takes 1 argument and got 2/);
  expect(problemOf("{{ eq .x }}")).toMatch(/eq takes 2 or more arguments and got 1/);
  expect(problemOf("{{ slice .x 1 2 3 }}")).toMatch(/slice takes 1 to 3 arguments and got 4/);
  expect(problemOf('{{ printf "%z" .x }}')).toMatch(/^1:11 printf: %z is not supported/);
  expect(problemOf('{{ printf "%d %d" .x }}')).toMatch(/the format has 2 verbs for 1 values/);
  expect(problemOf('{{ .x | printf "%d %d" 1 }}')).toBe("no problem");
  expect(problemOf('{{ printf "%999d" .x }}')).toMatch(/wider than 100 characters/);
});

test("operands have their places", () => {
  expect(problemOf("{{ }}")).toMatch(/^1:4 the action ends here; write a field/);
  expect(problemOf("{{ .x .y }}")).toMatch(/^1:7 only a function takes arguments/);
  expect(problemOf("{{ .x | .y }}")).toMatch(/^1:9 only a function can follow \|/);
  expect(problemOf("{{ nil }}")).toMatch(/nil is not a value to show or test/);
  expect(problemOf("{{ print if }}")).toMatch(/if has to be the first word of its action/);
  expect(problemOf('{{ "a".b }}')).toMatch(/\.b cannot be read from a literal/);
  expect(problemOf("{{ len(.x) }}")).toMatch(/^1:7 put a space before \(/);
  expect(problemOf("{{ .x ) }}")).toMatch(/unexpected \); close the action with \}\}/);
  expect(problemOf("{{ .x-}}")).toMatch(/^1:6 - starts a number/);
});

test("nesting, variables and paths are bounded, so that no source can exhaust the parser", () => {
  expect(problemOf(`{{ ${"(".repeat(50_000)} }}`)).toMatch(/nested deeper than 100 levels/);
  expect(problemOf("{{ if .x }}".repeat(50_000))).toMatch(/nested deeper than 100 levels/);
  expect(problemOf(Array.from({ length: 600 }, (_, i) => `{{ $v${i} := 1 }}`).join(""))).toMatch(
    /more than 500 variables/,
  );
  expect(problemOf(`{{ .x${".y".repeat(200)} }}`)).toMatch(/longer than 100 steps/);
  expect(problemOf("a".repeat(1024 * 1024 + 1))).toMatch(/at most 1048576 characters/);
  expect(problemOf(`{{ if .x }}${"{{ else if .x }}".repeat(5000)}{{ end }}`)).toBe("no problem");
  expect(problemOf(`{{ .x ${"| print ".repeat(5000)} }}`)).toBe("no problem");
  expect(problemOf(`{{ .${"x".repeat(500_000)} }}{{ "${"y".repeat(500_000)}" }}`)).toBe("no problem");
});
