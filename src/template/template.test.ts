import { expect, test } from "vitest";
import type { JsonValue } from "../json/json.ts";
import { parseTemplate } from "./template.ts";
import { TemplateError } from "./template-error.ts";

function failureOf(source: string, data: JsonValue, functions = {}): string {
  try {
    parseTemplate(source, { functions }).render(data);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return `${error.code} ${error.message}`;
  }
  return "no failure";
}

test("a missing key is an error wherever it is read, and the error names the path and what exists", () => {
  const data = { query: "x", user: { name: "a" }, items: [{ id: 1 }] };
  expect(failureOf("{{ .Qurey }}", data)).toBe(
    "template_missing_key .Qurey is missing; did you mean .Query? (existing keys: query, user, items) (template 1:4)",
  );
  expect(failureOf("{{ .user.nmae }}", data)).toMatch(/\.user\.nmae is missing; did you mean \.name\?.*1:9/);
  expect(failureOf("{{ if .absent }}{{ end }}", data)).toMatch(/^template_missing_key \.absent is missing/);
  expect(failureOf("{{ with .absent }}{{ end }}", data)).toMatch(/^template_missing_key/);
  expect(failureOf("{{ range .absent }}{{ end }}", data)).toMatch(/^template_missing_key/);
  expect(failureOf("{{ len .absent }}", data)).toMatch(/^template_missing_key/);
  expect(failureOf("{{ range .items }}{{ .name }}{{ end }}", data)).toMatch(
    /\.items\[\]\.name is missing; existing keys: id/,
  );
  expect(failureOf('{{ index .user "nam" }}', data)).toMatch(/\.user\["nam"\] is missing; did you mean "name"\?/);
  expect(failureOf("{{ index .items 1 }}", data)).toMatch(
    /^template_missing_key there is no element 1; the list has 1/,
  );
  expect(failureOf("{{ .query.length }}", data)).toMatch(
    /\.query\.length is missing; it would be read from the string "x"/,
  );
});

test("a key that would only come after the deciding one is not asked for", () => {
  expect(parseTemplate("{{ and .no .absent }} {{ or .yes .absent }}").render({ no: false, yes: 1 })).toBe("false 1");
});

test("only own keys are read", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "Constructor"]) {
    expect(failureOf(`{{ .${name} }}`, { a: 1 })).toMatch(/^template_missing_key/);
    expect(failureOf(`{{ index . "${name}" }}`, { a: 1 })).toMatch(/^template_missing_key/);
    expect(failureOf(`{{ .${name} }}`, [])).toMatch(/^template_missing_key/);
  }
  expect(failureOf("{{ .length }}", ["a"])).toMatch(/read from a list; only a map has keys/);
});

test("a Go spelling that fits two keys is refused, the keys themselves are not", () => {
  const data = { device_id: 1, deviceId: 2 };
  expect(failureOf("{{ .DeviceID }}", data)).toMatch(
    /^template_ambiguous_key \.DeviceID may mean "device_id" or "deviceId"; write the key itself/,
  );
  expect(parseTemplate("{{ .device_id }}{{ .deviceId }}").render(data)).toBe("12");
});

test("a field that the schema declares and does not require reads as null when it is absent", () => {
  const item = { type: "object", properties: { id: {}, note: { type: "string" } }, required: ["id"] } as const;
  const schema = {
    type: "object",
    properties: {
      category: { type: "string" },
      name: { type: "string" },
      items: { type: "array", items: { $ref: "#/$defs/item" } },
    },
    required: ["name"],
    $defs: { item },
  } as const;
  const render = (source: string, data: JsonValue) => parseTemplate(source).render(data, { schema });

  expect(render("[{{ .category }}][{{ .Category }}]", { name: "a" })).toBe("[][]");
  expect(render("{{ if .category }}yes{{ else }}no{{ end }} {{ eq .category nil }} {{ json .category }}", {})).toBe(
    "no true null",
  );
  expect(render("{{ range .items }}x{{ else }}none{{ end }} {{ count .items }}", {})).toBe("none 0");
  expect(
    render('{{ range $i := .Items }}{{ $i.Note }}{{ index $i "note" }};{{ end }}', {
      items: [{ id: 1 }, { id: 2, note: "n" }],
    }),
  ).toBe(";nn;");
  expect(() => render("{{ .name }}", {})).toThrow(/\.name is missing/);
  expect(() => render("{{ .undeclared }}", {})).toThrow(/\.undeclared is missing/);
  expect(() => render("{{ range .items }}{{ .id }}{{ end }}", { items: [{}] })).toThrow(/\.items\[\]\.id is missing/);
});

test("a key that a map of the schema merely admits is as missing as any other", () => {
  const schema = { type: "object", additionalProperties: { type: "string" } } as const;
  expect(() => parseTemplate("{{ .anything }}").render({}, { schema })).toThrow(/\.anything is missing/);
});

test("nothing can be read from an absent optional field", () => {
  const schema = {
    type: "object",
    properties: { filter: { type: "object", properties: { name: { type: "string" } } } },
  } as const;
  expect(() => parseTemplate("{{ .filter.name }}").render({}, { schema })).toThrow(
    /\.filter\.name is missing; it would be read from null; test it first, with \{\{ with … \}\}/,
  );
});

test("values print as text, JSON for lists and maps, nothing for null", () => {
  const data = { s: "<a>", n: 1.5, big: 1e21, t: true, z: null, list: ["a", 1, null], map: { k: [true] } };
  expect(parseTemplate("{{ .s }} {{ .n }} {{ .big }} {{ .t }} [{{ .z }}] {{ .list }} {{ .map }}").render(data)).toBe(
    '<a> 1.5 1e+21 true [] ["a",1,null] {"k":[true]}',
  );
  expect(parseTemplate('{{ json .z }} [{{ print .z }}] [{{ printf "%s%v" .z .z }}]').render(data)).toBe("null [] []");
});

test("false, 0, null, and empty texts, lists and maps are false", () => {
  const template = parseTemplate("{{ range . }}{{ if . }}1{{ else }}0{{ end }}{{ end }}");
  expect(template.render([false, 0, null, "", [], {}, -0])).toBe("0000000");
  expect(template.render([true, 1, -1, " ", [0], { a: null }, "0"])).toBe("1111111");
});

test("texts are counted and cut by characters", () => {
  const data = { s: "né😀" };
  expect(
    parseTemplate("{{ len .s }} {{ slice .s 1 3 }} {{ slice .s 2 }} {{ truncate .s 2 }} {{ slice .s 3 }}|").render(
      data,
    ),
  ).toBe("3 é😀 😀 né |");
});

test("a value of the wrong type is an error that shows it", () => {
  const data = { s: "text", n: 1.5, list: [1], map: { a: 1 } };
  const wrong: Readonly<Record<string, RegExp>> = {
    "{{ range .s }}{{ end }}": /range needs a list or a map and got the string "text".*1:10/,
    "{{ len .n }}": /len needs a text, a list or a map and got the number 1\.5/,
    "{{ count .s }}": /count needs a list/,
    '{{ join .map "" }}': /join needs a list and got a map/,
    "{{ join .list 1 }}": /join needs a text between the elements/,
    '{{ join . "" }}': /join needs a list/,
    "{{ eq .s .n }}": /the string "text" and the number 1\.5 cannot be compared/,
    "{{ eq .list .list }}": /a list and a list cannot be compared/,
    "{{ lt .s .n }}": /have no order/,
    "{{ lt true false }}": /have no order/,
    "{{ index .list .s }}": /index needs a number for a list/,
    "{{ index .s 0 }}": /index needs a list and a number/,
    "{{ slice .s 2 1 }}": /its start \(2\) not to be after its end \(1\)/,
    "{{ slice .s 0 5 }}": /whole numbers from 0 to 4 here and got the number 5/,
    "{{ slice .map }}": /slice needs a text or a list/,
    "{{ truncate .s .n }}": /truncate needs a whole number of characters/,
    "{{ truncate .n 1 }}": /truncate needs a text/,
    "{{ quote .n }}": /quote needs a text/,
    '{{ printf "%d" .n }}': /%d cannot print the number 1\.5; %v prints any value/,
    '{{ printf "%s" .n }}': /%s cannot print the number/,
    '{{ printf "%t" .s }}': /%t cannot print/,
    '{{ printf "%f" .s }}': /%f cannot print/,
    '{{ printf "%x" .n }}': /%x cannot print/,
    '{{ printf "%q" .n }}': /%q cannot print/,
    "{{ printf .s 1 }}": /the format has 0 verbs for 1 values/,
    "{{ printf .n }}": /printf needs a text/,
  };
  for (const [source, message] of Object.entries(wrong)) {
    const failure = failureOf(source, data);
    expect(failure, source).toMatch(/^template_wrong_type/);
    expect(failure, source).toMatch(message);
  }
});

test("functions can be handed in; one that throws fails the rendering where it is called", () => {
  const functions = {
    upper: (text: JsonValue) => String(text).toUpperCase(),
    today: () => "Monday",
    broken: () => {
      throw new Error("no luck");
    },
  };
  expect(parseTemplate("{{ .x | upper }} {{ print today }}", { functions }).render({ x: "a" })).toBe("A Monday");
  expect(failureOf("ab {{ broken }}", {}, functions)).toBe(
    "template_function_failed function broken failed: no luck (template 1:7)",
  );
  for (const name of ["len", "if", "nil", "a-b", ""]) {
    expect(() => parseTemplate("", { functions: { [name]: () => null } })).toThrow(
      expect.objectContaining({ code: "invalid_template_function" }),
    );
  }
});

test("neither long loops nor growing texts can exhaust the process", () => {
  const many = Array.from({ length: 5000 }, () => 1);
  const nested = "{{ range $ }}{{ range $ }}{{ range $ }}{{ end }}{{ end }}{{ end }}";
  expect(failureOf(nested, many)).toMatch(/^template_too_large rendering takes more than 10000000 steps/);
  expect(failureOf("{{ range . }}{{ range $ }}0123456789{{ end }}{{ end }}", many)).toMatch(
    /^template_too_large the text grows beyond 1048576 characters/,
  );
  const doubling = Array.from({ length: 60 }, (_, i) => `{{ $v${i + 1} := print $v${i} $v${i} }}`).join("");
  expect(failureOf(`{{ $v0 := "0123456789" }}${doubling}`, {})).toMatch(/^template_too_large the text grows/);
  expect(failureOf("{{ join .list .text }}", { list: many, text: "x".repeat(1000) })).toMatch(/^template_too_large/);
  expect(
    failureOf("{{ range .list }}{{ if json $.text }}{{ end }}{{ end }}", { list: many, text: "x".repeat(10_000) }),
  ).toMatch(/^template_too_large rendering takes/);
});

test("data that is nested too deeply to be written is refused", () => {
  let deep: JsonValue = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(failureOf("{{ . }}", deep)).toMatch(/^template_wrong_type the value cannot be written as JSON/);
});

test("a template names every path it reads, through ranges, withs, variables, index and slice", () => {
  const { paths } = parseTemplate(
    '{{ .a.b }}{{ range $i, $x := .items }}{{ $x.n }}{{ .m }}{{ $.root }}{{ end }}{{ with .w }}{{ .v }}{{ end }}{{ (index .l 0 "k").z }}{{ range slice .s 1 }}{{ .t }}{{ end }}{{ (print .p).q }}',
  );
  expect(paths.map(({ text }) => text)).toEqual([
    ".a.b",
    ".items",
    ".items[]",
    ".items[].n",
    ".items[].m",
    ".root",
    ".w",
    ".w.v",
    ".l",
    ".l[]",
    '.l[]["k"]',
    '.l[]["k"].z',
    ".s",
    ".s[]",
    ".s[].t",
    ".p",
  ]);
  expect(paths[0]).toEqual({
    steps: [
      { type: "field", name: "a" },
      { type: "field", name: "b" },
    ],
    inherited: 0,
    text: ".a.b",
    line: 1,
    column: 4,
  });
});
