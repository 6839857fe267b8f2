/** One suite over the three output stores: whatever holds for one has to hold for all. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KigumiError } from "../errors/kigumi-error.ts";
import type { OutputGrep, OutputLine, OutputStore, OutputWindow } from "../tool/output/output-store.ts";
import { createFileOutputStore } from "./file-output-store.ts";
import { createMemoryOutputStore } from "./memory-output-store.ts";
import { createSqliteOutputStore } from "./sqlite-output-store.ts";

let directory: string;
let made = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "kigumi-outputs-"));
});
afterAll(() => rm(directory, { recursive: true }));

const stores: Record<string, (now?: () => Date) => OutputStore> = {
  memory: (now) => createMemoryOutputStore({ ...(now && { now }) }),
  file: (now) => createFileOutputStore({ dir: join(directory, `files-${made++}`), ...(now && { now }) }),
  sqlite: (now) => createSqliteOutputStore({ file: join(directory, `${made++}.db`), ...(now && { now }) }),
};

describe.each(Object.entries(stores))("%s output store", (_name, createStore) => {
  test("lines keep their text and their ending, and the sizes are known without reading", async () => {
    await using store = createStore();
    const ref = await store.save({ runId: "r1", text: "one\r\ntwo\n\nlast é" });

    expect(ref).toMatchObject({ byteSize: 17, lineCount: 4 });
    expect(ref.id).toMatch(/^[A-Za-z0-9_-]{20,64}$/);
    expect(await store.stat({ runId: "r1", id: ref.id })).toEqual(ref);
    expect(await linesOf(store, ref.id)).toEqual([
      { number: 1, text: "one", ending: "\r\n" },
      { number: 2, text: "two", ending: "\n" },
      { number: 3, text: "", ending: "\n" },
      { number: 4, text: "last é", ending: "" },
    ]);
  });

  test("an empty output has no lines, and a final line break does not begin another", async () => {
    await using store = createStore();
    expect(await store.save({ runId: "r1", text: "" })).toMatchObject({ byteSize: 0, lineCount: 0 });
    const empty = await store.save({ runId: "r1", text: streamOf([]) });
    expect(await linesOf(store, empty.id)).toEqual([]);
    expect(await store.save({ runId: "r1", text: "a\n" })).toMatchObject({ lineCount: 1 });
  });

  test("paging a ref in any window sizes reassembles the output", async () => {
    await using store = createStore();
    await fc.assert(
      fc.asyncProperty(outputPieces, windowSizes, async (pieces, sizes) => {
        const ref = await store.save({ runId: "r1", text: streamOf(pieces) });
        const lines: OutputLine[] = [];
        for (let page = 0; lines.length < ref.lineCount; page++) {
          const limit = sizes[page % sizes.length]!;
          const window = await linesOf(store, ref.id, { offset: lines.length, limit });
          expect(window).toHaveLength(Math.min(limit, ref.lineCount - lines.length));
          lines.push(...window);
        }
        expect(lines.map((line) => line.number)).toEqual(lines.map((_, index) => index + 1));
        expect(textOf(lines)).toBe(pieces.join("").toWellFormed());
      }),
      { numRuns: 60 },
    );
  });

  test("a line without end is many lines, each in reach and none too long to hold", async () => {
    await using store = createStore();
    const endless = "0123456789é😀".repeat(100_000);
    const ref = await store.save({ runId: "r1", text: `before\n${endless}\nafter` });

    const lines = await linesOf(store, ref.id);
    expect(textOf(lines)).toBe(`before\n${endless}\nafter`);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line.text)))).toBeLessThanOrEqual(2000);
    const middle = await linesOf(store, ref.id, { offset: 500, limit: 2 });
    expect(middle).toEqual(lines.slice(500, 502));
  });

  test("windows deep inside an output of several chunks are exact", async () => {
    await using store = createStore();
    const total = 100_000;
    const ref = await store.save({ runId: "r1", text: numbered(total) });
    expect(ref.lineCount).toBe(total);
    for (const offset of [0, 1, 9_999, 50_000, 99_998, 99_999]) {
      const lines = await linesOf(store, ref.id, { offset, limit: 2 });
      expect(lines.map((line) => line.text)).toEqual(
        [offset, offset + 1].filter((line) => line < total).map((line) => `line ${line}`),
      );
    }
    expect(await linesOf(store, ref.id, { offset: total })).toEqual([]);
    expect(await linesOf(store, ref.id, { offset: 5, limit: 0 })).toEqual([]);
  });

  test("100 MB of output from a tool", async () => {
    await using store = createStore();
    const line = `${"x".repeat(99)}\n`;
    const ref = await store.save({ runId: "r1", text: line.repeat(1_000_000) });
    expect(ref).toMatchObject({ byteSize: 100_000_000, lineCount: 1_000_000 });
    expect(await linesOf(store, ref.id, { offset: 999_999 })).toEqual([
      { number: 1_000_000, text: "x".repeat(99), ending: "\n" },
    ]);
    expect((await store.grep({ runId: "r1", id: ref.id }, { pattern: "xy" })).matches).toEqual([]);
  });

  test("grep is literal unless told otherwise, case-sensitive, with context", async () => {
    await using store = createStore();
    const { id } = await store.save({ runId: "r1", text: "alpha\nb.ta\nbeta\nBETA\ngamma" });
    const grep = (query: OutputGrep) => store.grep({ runId: "r1", id }, query);

    expect(numbersOf(await grep({ pattern: "b.ta" }))).toEqual([2]);
    expect(numbersOf(await grep({ pattern: "b.ta", regex: true }))).toEqual([2, 3]);
    expect(numbersOf(await grep({ pattern: "^[a-g]+$", regex: true }))).toEqual([]);
    expect(await grep({ pattern: "BETA", before: 2, after: 5 })).toEqual({
      truncated: false,
      matches: [
        {
          line: { number: 4, text: "BETA", ending: "\n" },
          before: [
            { number: 2, text: "b.ta", ending: "\n" },
            { number: 3, text: "beta", ending: "\n" },
          ],
          after: [{ number: 5, text: "gamma", ending: "" }],
        },
      ],
    });
  });

  test("truncated is true only when a further match exists", async () => {
    await using store = createStore();
    const { id } = await store.save({ runId: "r1", text: "hit\nmiss\nhit\nhit\nmiss" });
    const grep = (maxMatches?: number) =>
      store.grep({ runId: "r1", id }, { pattern: "hit", after: 1, ...(maxMatches && { maxMatches }) });

    expect(await grep(3)).toMatchObject({ truncated: false, matches: { length: 3 } });
    const cut = await grep(2);
    expect(cut).toMatchObject({ truncated: true, matches: { length: 2 } });
    expect(cut.matches.map((match) => match.after.map((line) => line.number))).toEqual([[2], [4]]);
    expect(await grep()).toMatchObject({ truncated: false });
    const many = await store.save({ runId: "r1", text: "hit\n".repeat(51) });
    expect(await store.grep({ runId: "r1", id: many.id }, { pattern: "hit" })).toMatchObject({
      truncated: true,
      matches: { length: 50 },
    });
  });

  test("a hostile regular expression ends at once, and an invalid one is explained", async () => {
    await using store = createStore();
    const { id } = await store.save({ runId: "r1", text: `${"a".repeat(100_000)}!` });
    expect(await store.grep({ runId: "r1", id }, { pattern: "(a+)+$", regex: true })).toMatchObject({ matches: [] });
    for (const pattern of ["(", "(?=a)", "((a{900}){900}){900}"]) {
      const error = await failure(store.grep({ runId: "r1", id }, { pattern, regex: true }));
      expect(error.code).toBe("invalid_pattern");
    }
    expect((await failure(store.grep({ runId: "r1", id }, { pattern: "a\nb" }))).message).toContain("line by line");
  });

  test("counts that make no sense are refused with their name", async () => {
    await using store = createStore();
    const { id } = await store.save({ runId: "r1", text: "a" });
    const address = { runId: "r1", id };
    expect((await failure(linesOf(store, id, { offset: -1 }))).message).toContain("offset");
    expect((await failure(linesOf(store, id, { limit: 1.5 }))).message).toContain("limit");
    expect((await failure(store.grep(address, { pattern: "a", maxMatches: 0 }))).message).toContain("maxMatches");
    expect((await failure(store.grep(address, { pattern: "a", before: 1e9 }))).message).toContain("before");
    expect((await failure(store.prune({ maxBytes: -1 }))).code).toBe("invalid_output_query");
    expect((await failure(store.prune({ maxAge: "soon" }))).code).toBe("invalid_duration");
  });

  test("unknown, malformed and another run's refs get one answer that names no path", async () => {
    await using store = createStore();
    const { id } = await store.save({ runId: "r1", text: "secret" });
    const unknown = [
      { runId: "r2", id },
      { runId: "", id },
      { runId: "r1", id: "out_000000000000000000000000" },
      { runId: "r1", id: "" },
      { runId: "r1", id: "../blobs" },
      { runId: "r1", id: "a/../../etc/passwd\0" },
      { runId: "r1", id: "x".repeat(100_000) },
    ];
    for (const address of unknown) {
      for (const attempt of [
        () => store.stat(address),
        () => collect(store.read(address)),
        () => store.grep(address, { pattern: "secret" }),
        () => store.parts(address),
      ]) {
        const error = await failure(attempt());
        expect(error.code).toBe("output_not_found");
        expect(error.message).not.toContain(directory);
        expect(error.message.length).toBeLessThan(400);
      }
    }
  });

  test("the same content is stored once, and freed when the last ref to it is forgotten", async () => {
    let time = 0;
    await using store = createStore(() => new Date(time));
    const text = "same\n".repeat(1000);
    const first = await store.save({ runId: "r1", text });
    time = 1000;
    const second = await store.save({ runId: "r1", text });
    const other = await store.save({ runId: "r2", text: streamOf(["same\n".repeat(999), "sa", "me\n"]) });
    expect(new Set([first.id, second.id, other.id]).size).toBe(3);

    time = 2000;
    expect(await store.prune({ maxBytes: 5000 })).toEqual({ removed: 0, freedBytes: 0 });
    expect(await store.prune({ maxAge: "1500ms" })).toEqual({ removed: 1, freedBytes: 0 });
    expect((await failure(store.stat({ runId: "r1", id: first.id }))).code).toBe("output_not_found");
    expect(textOf(await linesOf(store, second.id))).toBe(text);
    expect(await store.prune({ maxBytes: 0 })).toEqual({ removed: 2, freedBytes: 5000 });
    expect((await failure(store.stat({ runId: "r2", id: other.id }))).code).toBe("output_not_found");
  });

  test("prune forgets the oldest outputs until the rest fit, and those at the age limit stay", async () => {
    let time = 0;
    await using store = createStore(() => new Date(time));
    const ids: string[] = [];
    for (const letter of ["a", "b", "c"]) {
      time += 1000;
      ids.push((await store.save({ runId: "r1", text: letter.repeat(100) })).id);
    }
    expect(await store.prune({ maxBytes: 299 })).toEqual({ removed: 1, freedBytes: 100 });
    expect(await store.prune({ maxBytes: 200, maxAge: "1s" })).toEqual({ removed: 0, freedBytes: 0 });
    expect(await store.prune({ maxAge: "999ms" })).toEqual({ removed: 1, freedBytes: 100 });
    expect(await store.stat({ runId: "r1", id: ids[2]! })).toMatchObject({ byteSize: 100 });
  });

  test("image and document parts come back whole", async () => {
    await using store = createStore();
    const parts = [
      { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=".repeat(50_000) },
      { type: "document", mediaType: "application/pdf", name: "報告.pdf", url: "https://example.com/a.pdf" },
    ] as const;
    const ref = await store.save({ runId: "r1", text: "two parts", parts });
    expect(await store.parts({ runId: "r1", id: ref.id })).toEqual(parts);
    const plain = await store.save({ runId: "r1", text: "no parts" });
    expect(await store.parts({ runId: "r1", id: plain.id })).toEqual([]);
    expect(await store.prune({ maxBytes: 0 })).toMatchObject({ removed: 2 });
  });

  test("a stream that fails midway leaves nothing behind and its error is the caller's", async () => {
    await using store = createStore();
    const broken = async function* () {
      yield "x".repeat(600_000);
      throw new Error("the tool died");
    };
    await expect(store.save({ runId: "r1", text: broken() })).rejects.toThrow("the tool died");
    const bytes = { runId: "r1", text: streamOf([Buffer.from("x") as unknown as string]) };
    expect((await failure(store.save(bytes))).code).toBe("invalid_output");
    expect(await store.prune({ maxBytes: 0 })).toEqual({ removed: 0, freedBytes: 0 });
  });

  test("reading and searching stop when they are aborted", async () => {
    await using store = createStore();
    const { id } = await store.save({ runId: "r1", text: numbered(200_000) });
    const controller = new AbortController();
    const reading = (async () => {
      for await (const line of store.read({ runId: "r1", id }, { signal: controller.signal })) {
        if (line.number === 1) controller.abort();
      }
    })();
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));

    const later = new AbortController();
    setImmediate(() => later.abort());
    const search = store.grep({ runId: "r1", id }, { pattern: "nowhere", signal: later.signal });
    await expect(search).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });

  test("outputs saved at once do not disturb each other, nor a prune among them", async () => {
    await using store = createStore();
    const texts = Array.from({ length: 20 }, (_, index) => `${index % 5}\n`.repeat(1000 + (index % 5)));
    const saved = await Promise.all(
      texts.map(async (text) => {
        const [ref] = await Promise.all([store.save({ runId: "r1", text }), store.prune({ maxBytes: 1e9 })]);
        return ref;
      }),
    );
    for (const [index, ref] of saved.entries()) expect(textOf(await linesOf(store, ref.id))).toBe(texts[index]);
  });
});

/** Short and long pieces; characters of one to four bytes, breaks of both kinds, halves of pairs, and very long lines. */
const character = fc.constantFrom("a", "\n", "\r", "\r\n", "é", "漢", "😀", "\ud83d", "\ude00", "\ufeff");
const outputPieces = fc.array(
  fc.oneof(
    fc.string({ unit: character, maxLength: 12 }),
    fc
      .tuple(fc.constantFrom("a", "\r", "é", "漢", "😀"), fc.integer({ min: 490, max: 2010 }))
      .map(([unit, count]) => unit.repeat(count)),
  ),
  { maxLength: 8 },
);
const windowSizes = fc.array(fc.constantFrom(1, 2, 3, 7, 100), { minLength: 1, maxLength: 5 });

async function* streamOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function* numbered(count: number): AsyncGenerator<string> {
  for (let line = 0; line < count; line++) yield `line ${line}\n`;
}

function linesOf(store: OutputStore, id: string, window?: OutputWindow): Promise<OutputLine[]> {
  return collect(store.read({ runId: "r1", id }, window));
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function textOf(lines: readonly OutputLine[]): string {
  return lines.map((line) => line.text + line.ending).join("");
}

function numbersOf(result: { matches: readonly { line: OutputLine }[] }): number[] {
  return result.matches.map((match) => match.line.number);
}

async function failure(promise: Promise<unknown>): Promise<KigumiError> {
  return promise.then(
    () => expect.fail("it should have failed"),
    (error) => error,
  );
}
