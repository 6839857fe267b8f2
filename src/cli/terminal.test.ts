import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { oneLine, printable } from "./printable.ts";
import { sparkline } from "./sparkline.ts";
import { Terminal } from "./terminal.ts";

const ESCAPE = "\u001b";

function open({ isTTY, isJson = false, env = {} }: { isTTY: boolean; isJson?: boolean; env?: Record<string, string> }) {
  const stream = () => Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY });
  const [stdout, stderr] = [stream(), stream()];
  return {
    terminal: new Terminal({ stdout, stderr, env, isJson }),
    out: () => stdout.read() ?? "",
    err: () => stderr.read() ?? "",
  };
}

test("colours and progress need a terminal and no NO_COLOR", () => {
  const show = (options: Parameters<typeof open>[0]) => {
    const { terminal, out, err } = open(options);
    terminal.progress("thinking");
    terminal.line("hello", "red");
    return out() + err();
  };
  expect(show({ isTTY: true })).toContain(ESCAPE);
  expect(show({ isTTY: true })).toContain("thinking");
  expect(show({ isTTY: true, env: { NO_COLOR: "" } })).toContain(ESCAPE);
  expect(show({ isTTY: true, env: { NO_COLOR: "1" } })).toBe("hello\n");
  expect(show({ isTTY: false, env: { FORCE_COLOR: "1" } })).toBe("hello\n");
});

test("with --json there is JSON and nothing else, and without it there is none", () => {
  const json = open({ isTTY: true, isJson: true });
  json.terminal.line("hello");
  json.terminal.stream("hel");
  json.terminal.note("lo");
  json.terminal.progress("thinking");
  json.terminal.json({ a: "\n" });
  expect([json.out(), json.err()]).toEqual(['{"a":"\\n"}\n', ""]);
  json.terminal.json("\u009b31m\u202e");
  expect(json.out()).toBe('"\\u009b31m\\u202e"\n');
  const plain = open({ isTTY: false });
  plain.terminal.json({ a: 1 });
  expect(plain.out()).toBe("");
});

test("a line never continues text that is still being streamed", () => {
  const { terminal, out } = open({ isTTY: false });
  terminal.stream("half");
  terminal.line("next");
  terminal.stream("whole\n");
  terminal.line("last");
  expect(out()).toBe("half\nnext\nwhole\nlast\n");
});

test("text from outside cannot steer the terminal", () => {
  expect(printable(`a${ESCAPE}[2Jb\u009bc\rd\u202ee\n\tf`)).toBe("a[2Jbcde\n\tf");
  expect(oneLine("a\n b\r\nc")).toBe("a b c");
  expect(oneLine("👍👍👍👍", 3)).toBe("👍👍…");
});

test("a chart is drawn when it can be", () => {
  expect(sparkline({ points: [{ value: 0 }, { value: 5 }, { value: 10 }] })).toBe("▁▅█  0 … 10");
  expect(sparkline({ points: [{ value: 7 }] })).toBe("▁  7 … 7");
  expect(sparkline({ points: Array.from({ length: 100_000 }, (_, value) => ({ value })) })).toHaveLength(
    60 + "  0 … 98333".length,
  );
  for (const nothing of [undefined, {}, { points: "x" }, { points: [{}, null, { value: "1" }] }]) {
    expect(sparkline(nothing)).toBeUndefined();
  }
});
