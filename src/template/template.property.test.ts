/** What holds for every template, whatever its source and its data. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../json/json.ts";
import { renderTemplate } from "./render-template.ts";
import { parseTemplate } from "./template.ts";
import { TemplateError } from "./template-error.ts";

/** Runs it to the end or to a `TemplateError` inside the source; anything else is a bug. */
function survive(source: string, data: JsonValue): void {
  try {
    parseTemplate(source).render(data);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const lines = source.split("\n");
    expect(error.line).toBeLessThanOrEqual(lines.length);
    expect(error.column).toBeLessThanOrEqual((lines[error.line - 1] ?? "").length + 1);
  }
}

const pieces = [
  ..."{{ }} {{- -}} ( ) | . $ $x .a .b.c := , \" ` 1 -2.5 1e9 true nil if else end range with else_if /* */ 'a' = \n é 😀".split(
    " ",
  ),
  ...'and or not eq lt len index slice print printf println json quote join count truncate "%s" "%d" break'.split(" "),
  " ",
  "{{ if .a }}",
  "{{ range .b }}",
  "{{ with .a }}",
  "{{ else }}",
  "{{ end }}",
];
const data = { a: "x", b: { c: [1, { a: 2 }] }, n: 1 };

test("any source either renders or fails with a TemplateError at a place inside it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (source) => survive(source, data)),
    { numRuns: 3000 },
  );
  const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 25 });
  fc.assert(
    fc.property(soup, (parts) => survive(parts.join(""), data)),
    { numRuns: 10_000 },
  );
  fc.assert(
    fc.property(soup, (parts) => survive(`{{ ${parts.join(" ")} }}`, data)),
    { numRuns: 10_000 },
  );
});

test("any data either renders or fails with a TemplateError", () => {
  const source = fc.constantFrom(
    "{{ . }}{{ json . }}{{ len . }}",
    "{{ range $k, $v := . }}{{ $k }}{{ $v }}{{ if $v }}{{ len $v }}{{ end }}{{ end }}",
    '{{ index . 0 }}{{ printf "%v" . }}',
    "{{ with . }}{{ .a }}{{ .B }}{{ quote . }}{{ end }}",
  );
  fc.assert(
    fc.property(source, fc.jsonValue(), (text, value) => survive(text, value as JsonValue)),
    { numRuns: 3000 },
  );
});

test("a text without actions renders as itself", () => {
  const plain = fc.string({ unit: "binary" }).filter((text) => !text.includes("{{"));
  fc.assert(fc.property(plain, fc.jsonValue(), (text, value) => renderTemplate(text, value as JsonValue) === text));
});

test("a text written as a literal, quoted by quote or json, or passed as data comes back as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(renderTemplate("{{ .x }}", { x: text })).toBe(text);
      expect(JSON.parse(renderTemplate("{{ json .x }}", { x: text }))).toBe(text);
      expect(renderTemplate(`{{ ${renderTemplate("{{ quote .x }}", { x: text })} }}`, {})).toBe(text);
    }),
  );
});

type Tree =
  | { type: "text"; text: string }
  | { type: "dot" }
  | { type: "if"; key: "yes" | "no" | "list"; body: Tree[]; else: Tree[] }
  | { type: "range"; key: "list" | "none"; body: Tree[]; else: Tree[] };

const { trees } = fc.letrec<{ trees: Tree[]; tree: Tree }>((tie) => ({
  trees: fc.array(tie("tree"), { maxLength: 3 }),
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constant("text" as const), text: fc.constantFrom("a", " ", "\n", "}}", "é") }),
    fc.constant<Tree>({ type: "dot" }),
    fc.record({
      type: fc.constant("if" as const),
      key: fc.constantFrom("yes" as const, "no" as const, "list" as const),
      body: tie("trees"),
      else: tie("trees"),
    }),
    fc.record({
      type: fc.constant("range" as const),
      key: fc.constantFrom("list" as const, "none" as const),
      body: tie("trees"),
      else: tie("trees"),
    }),
  ),
}));

const values = { yes: true, no: false, list: ["p", "q"], none: [] as string[] } satisfies JsonObject;

function sourceOf(nodes: readonly Tree[]): string {
  return nodes
    .map((node) => {
      if (node.type === "text") return node.text;
      if (node.type === "dot") return "{{ . }}";
      const body = sourceOf(node.body);
      return `{{ ${node.type} $.${node.key} }}${body}{{ else }}${sourceOf(node.else)}{{ end }}`;
    })
    .join("");
}

/** The meaning of a tree in a few lines, to compare the real thing with. */
function meaningOf(nodes: readonly Tree[], dot: JsonValue): string {
  return nodes
    .map((node) => {
      if (node.type === "text") return node.text;
      if (node.type === "dot") return typeof dot === "string" ? dot : JSON.stringify(dot);
      if (node.type === "if") return meaningOf(node.key === "no" ? node.else : node.body, dot);
      const items = values[node.key];
      return items.length > 0 ? items.map((item) => meaningOf(node.body, item)).join("") : meaningOf(node.else, dot);
    })
    .join("");
}

test("nested ifs and ranges mean what a few lines of reference say", () => {
  fc.assert(
    fc.property(trees, (nodes) => {
      expect(renderTemplate(sourceOf(nodes), values)).toBe(meaningOf(nodes, values));
    }),
    { numRuns: 2000 },
  );
});

test("trim markers take white space away and nothing else", () => {
  const space = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 5 });
  const word = fc.stringMatching(/^[a-z\u00a0]{1,5}$/);
  fc.assert(
    fc.property(word, space, space, word, (left, before, after, right) => {
      expect(renderTemplate(`${left}${before}{{- 1 -}}${after}${right}`, {})).toBe(`${left}1${right}`);
      expect(renderTemplate(`${left}${before}{{- 1 }}${after}${right}`, {})).toBe(`${left}1${after}${right}`);
      expect(renderTemplate(`${left}${before}{{ 1 -}}${after}${right}`, {})).toBe(`${left}${before}1${right}`);
    }),
  );
});
