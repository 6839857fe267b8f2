import { expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

const data = {
  name: "Ada",
  empty: "",
  n: 3,
  zero: 0,
  ratio: 2.71999,
  yes: true,
  no: false,
  tags: ["a", "b", "c"],
  none: [],
  m: {
    b: 2,
    a: 1,
  },
  user: {
    name: "Bo",
    tags: ["x"],
  },
  items: [
    {
      name: "p",
      price: 1.5,
    },
    {
      name: "q",
      price: 20.5,
    },
  ],
  text: 'a"b\\c\n\té\u0001\u200b😀',
};

/** Sources and what Go 1.26 made of them for this data: `text/template` with `missingkey=error`, whole numbers as int. */
const recorded: readonly (readonly [source: string, output: string])[] = [
  ['plain text with } and }} and { and "', 'plain text with } and }} and { and "'],
  ["{{ .name }}", "Ada"],
  ["{{.name}}", "Ada"],
  ["{{ .user.name }}", "Bo"],
  ["{{ $.name }}{{ with .user }} {{ .name }} {{ $.name }}{{ end }}", "Ada Bo Ada"],
  ["only in a with: {{ with .name }}{{ . }}{{ end }}", "only in a with: Ada"],
  ['{{ $x := .name }}{{ $x }}{{ $x := "inner" }}{{ $x }}', "Adainner"],
  ["{{ $x := 1 }}{{ if .yes }}{{ $x := 2 }}{{ $x }}{{ end }}{{ $x }}", "21"],
  ["{{ if $u := .user.name }}{{ $u }}{{ else }}nobody{{ end }}", "Bo"],
  ["{{ if .no }}a{{ else if .empty }}b{{ else if .zero }}c{{ else }}d{{ end }}", "d"],
  ['{{ if $x := .empty }}a{{ else if eq $x "" }}empty{{ end }}', "empty"],
  ["{{ with .empty }}a{{ else with .name }}{{ . }}{{ end }}", "Ada"],
  ["{{ with .none }}a{{ else }}b{{ end }}", "b"],
  ["{{ range .tags }}[{{ . }}]{{ end }}", "[a][b][c]"],
  ["{{ range .none }}x{{ else }}nothing{{ end }}", "nothing"],
  ["{{ range $i, $t := .tags }}{{ if $i }}, {{ end }}{{ $i }}={{ $t }}{{ end }}", "0=a, 1=b, 2=c"],
  ["{{ range $k, $v := .m }}{{ $k }}={{ $v }};{{ end }}", "a=1;b=2;"],
  ["{{ range $v := .items }}{{ $v.name }} {{ .name }};{{ end }}", "p p;q q;"],
  ["{{ range .items }}{{ range $.tags }}{{ . }}{{ end }}{{ .name }} {{ end }}", "abcp abcq "],
  ["a  {{- .name -}}   b", "aAdab"],
  ["a {{- /* gone */ -}} b{{/* too */}} c", "ab c"],
  ["x{{- 3 -}}y {{-3}} z", "x3y -3 z"],
  ['{{ "a}}b" }}{{ "tab\\tquote\\"\\u00e9\\x41\\U0001f600" }}', 'a}}btab\tquote"éA😀'],
  ['{{ `raw "\\n" }}` }}', 'raw "\\n" }}'],
  ["{{ 1 }} {{ -2.5 }} {{ 1e3 }} {{ .5 }} {{ +4 }} {{ true }} {{ false }}", "1 -2.5 1000 0.5 4 true false"],
  ['{{ print "a" 1 2 "b" 3 true }}|{{ println "a" 1 true }}|', "a1 2b3 true|a 1 true\n|"],
  ["{{ (index .items 1).name }} {{ (.user).name }}", "q Bo"],
  ['{{ index .tags 2 }} {{ index .m "b" }} {{ index .items 0 "name" }}', "c 2 p"],
  ["{{ slice .name 1 }} {{ slice .name 0 2 }} {{ len (slice .tags 1) }} {{ slice .name }}", "da Ad 2 Ada"],
  ["{{ len .tags }} {{ len .m }} {{ len .name }} {{ .tags | len }}", "3 2 3 3"],
  [
    "{{ and .yes .name }} {{ and .empty .missing }}| {{ or .empty .name }} {{ or .name .missing }} {{ not .no }}",
    "Ada | Ada Ada true",
  ],
  ["{{ .name | and .yes }} {{ .empty | or .zero }}|", "Ada |"],
  [
    '{{ eq .n 3 }} {{ eq .name "x" "Ada" }} {{ ne .name "Ada" }} {{ lt 1 2 }} {{ le 2 2 }} {{ gt "b" "a" }} {{ ge "a" "b" }} {{ eq .yes true }} {{ ne .n 4 }}',
    "true true false true true true false true true",
  ],
  ['{{ lt "z" "é" }} {{ lt "\\ufb01" "😀" }}', "true true"],
  ['{{ printf "%s is %d, %t" .name .n .yes }} {{ printf "100%%" }}', "Ada is 3, true 100%"],
  ['{{ printf "%q" .text }}', '"a\\"b\\\\c\\n\\té\\x01\\u200b😀"'],
  [
    "{{ quote .text }} {{ .name | quote }} {{ json .user }} {{ json .name }} {{ json .none }}",
    '"a\\"b\\\\c\\n\\té\\x01\\u200b😀" "Ada" {"name":"Bo","tags":["x"]} "Ada" []',
  ],
  [
    '{{ printf "[%5s][%-5s][%.2s]" .name .name .name }} {{ printf "[%5d][%-5d][%05d][%+d]" .n .n -3 .n }}',
    "[  Ada][Ada  ][Ad] [    3][3    ][-0003][+3]",
  ],
  [
    '{{ printf "%.2f %f %8.3f %08.3f %+.1f %.0f" .ratio .ratio .ratio .ratio .ratio .ratio }}',
    "2.72 2.719990    2.720 0002.720 +2.7 3",
  ],
  ['{{ printf "%.2f %.2f %.0f %.0f %.0f %.1f" 0.125 0.375 2.5 3.5 -0.5 0.25 }}', "0.12 0.38 2 4 -0 0.2"],
  [
    '{{ printf "%x %x %x %05x" 255 -255 "hié" 255 }} {{ printf "%v %v %v" .name .n .ratio }} {{ printf "[%6v]" .no }}',
    "ff -ff 6869c3a9 000ff Ada 3 2.71999 [ false]",
  ],
  ['{{ .name | printf "%s %s" "Hi" }} {{ .n | print "n=" }}', "Hi Ada n=3"],
  [
    '{{ join .tags ", " }} {{ count .tags }} items {{ truncate .name 2 }} {{ truncate .name 20 }}',
    "a, b, c 3 items Ad Ada",
  ],
  ["{{ if and .yes (or .no (eq .n 3)) (not .empty) }}all{{ end }}", "all"],
  [
    "{{ if not (and .yes .no) }}{{ range $i, $x := .items }}{{ if gt $x.price 10.5 }}{{ $i }}{{ end }}{{ end }}{{ end }}",
    "1",
  ],
  ["{{\n  if .yes\n}}multi{{ else }}line{{ end\n}}", "multi"],
];

test.each(recorded)("renders %j as Go does", (source, output) => {
  expect(renderTemplate(source, data)).toBe(output);
});
