import fc from "fast-check";
import { expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

test("8.1 $ctx is filled from the context, and what is not defined is empty", () => {
  const context = { name: "Ann", "a.b": 1, list: [1, { x: 2 }], yes: true, nothing: null };
  expect(renderTemplate("Hi {{ $ctx.name }}!", context, false)).toBe("Hi Ann!");
  expect(renderTemplate("{{$ctx.name}}{{  $ctx.name  }}", context, false)).toBe("AnnAnn");
  expect(renderTemplate("[{{ $ctx.missing }}][{{ $ctx.nothing }}]", context, false)).toBe("[][]");
  expect(renderTemplate("{{ $ctx.a.b }} {{ $ctx.yes }} {{ $ctx.list }}", context, false)).toBe('1 true [1,{"x":2}]');
});

test("8.1 $env is filled only where it is allowed", () => {
  process.env.KIGUMI_TEMPLATE_TEST = "from outside";
  try {
    expect(renderTemplate("{{ $env.KIGUMI_TEMPLATE_TEST }}", {}, true)).toBe("from outside");
    expect(renderTemplate("[{{ $env.KIGUMI_TEMPLATE_TEST }}]", {}, false)).toBe("[]");
    expect(renderTemplate("[{{ $env.KIGUMI_NOT_SET }}]", {}, true)).toBe("[]");
  } finally {
    delete process.env.KIGUMI_TEMPLATE_TEST;
  }
});

test("a placeholder of somebody else is left as it stands", () => {
  const text = "{{ name }} {{$other.x}} {{}} { $ctx.a } {{ {a} }} }} {{";
  expect(renderTemplate(text, { name: "x", a: "y" }, true)).toBe(text);
});

test("a value that holds a placeholder is not rendered again", () => {
  const context = { a: "{{ $ctx.b }}", b: "{{ $ctx.a }} $& $1", tail: "{ $ctx.b }}" };
  expect(renderTemplate("{{ $ctx.a }}|{{ $ctx.b }}", context, true)).toBe("{{ $ctx.b }}|{{ $ctx.a }} $& $1");
  expect(renderTemplate("{{{ $ctx.tail }}", context, true)).toBe("{{ $ctx.b }}");
});

test("what an object inherits is not in the context", () => {
  expect(renderTemplate("[{{ $ctx.constructor }}{{ $ctx.__proto__ }}{{ $env.toString }}]", {}, true)).toBe("[]");
});

test("values that JSON cannot hold are rendered all the same", () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  expect(renderTemplate("{{ $ctx.loop }} {{ $ctx.big }}", { loop, big: 10n }, false)).toBe(
    '{"self":"[circular: $]"} "10"',
  );
});

test("text without placeholders is untouched, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      fc.pre(!text.includes("{{"));
      expect(renderTemplate(text, { a: 1 }, true)).toBe(text);
    }),
  );
});

test("any string of the context arrives as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      expect(renderTemplate("<{{ $ctx.value }}>", { value }, false)).toBe(`<${value}>`);
    }),
  );
});
