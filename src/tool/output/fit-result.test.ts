import { expect, test } from "vitest";
import { createMemoryOutputStore } from "../../store/memory-output-store.ts";
import type { ContentPart } from "../content-part.ts";
import { jsonResult, partsResult, resultAsText, textResult } from "../result.ts";
import { fitResult } from "./fit-result.ts";
import type { OutputStore } from "./output-store.ts";

const runId = "r1";

async function stored(store: OutputStore, id: string): Promise<string> {
  let text = "";
  for await (const line of store.read({ runId, id })) text += line.text + line.ending;
  return text;
}

test("a result at the budget is returned as it is, one byte more is not", async () => {
  await using store = createMemoryOutputStore();
  const fitting = textResult(`${"漢\n".repeat(249)}漢x`);
  expect(await fitResult(fitting, { store, runId, maxBytes: 1000 })).toBe(fitting);
  const over = await fitResult(textResult(`${"漢\n".repeat(249)}漢xy`), { store, runId, maxBytes: 1000 });
  expect(over.outputRef).toMatchObject({ byteSize: 1001, lineCount: 250 });
});

test("over budget a text keeps whole lines, then says where the rest is", async () => {
  await using store = createMemoryOutputStore();
  const text = Array.from({ length: 1000 }, (_, line) => `line ${line}\r\n`).join("");
  const result = await fitResult(textResult(text, { isError: true }), { store, runId, maxBytes: 200 });

  const { id } = result.outputRef!;
  expect(result).toEqual(
    textResult(
      `${Array.from({ length: 16 }, (_, line) => `line ${line}`).join("\r\n")}\n\n[tool output truncated; ref=${id}]`,
      { isError: true, outputRef: result.outputRef! },
    ),
  );
  expect(Buffer.byteLength(resultAsText(result))).toBeLessThanOrEqual(200);
  expect(await stored(store, id)).toBe(text);
});

test("one endless line is clipped, so something always remains", async () => {
  await using store = createMemoryOutputStore();
  const endless = await fitResult(textResult("😀".repeat(100_000)), { store, runId });
  expect(resultAsText(endless)).toMatch(/^(😀){999}…\n\n\[tool output truncated; ref=out_\w+\]$/u);
  const tight = await fitResult(textResult("😀".repeat(100_000)), { store, runId, maxBytes: 100 });
  expect(resultAsText(tight)).toMatch(/^(😀)+\n\n\[tool output truncated; ref=out_\w+\]$/u);
  const none = await fitResult(textResult("x".repeat(100)), { store, runId, maxBytes: 10 });
  expect(resultAsText(none)).toMatch(/^\[tool output truncated; ref=out_\w+\]$/);
});

test("JSON stays JSON that its schema accepts, and the whole of it is kept", async () => {
  await using store = createMemoryOutputStore();
  const value = { total: 9999, rows: Array.from({ length: 9999 }, (_, id) => ({ id, at: undefined })) };
  const outputSchema = {
    type: "object",
    required: ["total", "rows"],
    properties: { total: { type: "integer" }, rows: { type: "array", minItems: 3 } },
  } as const;
  const bounds = { returned: 9999, truncated: false };
  const serverData = [{ kind: "trace", data: 1 }];
  const result = await fitResult(jsonResult(value, { bounds, serverData }), { store, runId, outputSchema });

  expect(result).toMatchObject({ type: "json", bounds, serverData, value: { total: 9999, rows: { 0: { id: 0 } } } });
  expect(Buffer.byteLength(resultAsText(result))).toBeLessThanOrEqual(50 * 1024);
  expect(JSON.parse(await stored(store, result.outputRef!.id))).toEqual(JSON.parse(JSON.stringify(value)));
});

test("JSON of which no smaller valid copy exists becomes text with the ref", async () => {
  await using store = createMemoryOutputStore();
  const outputSchema = { type: "array", minItems: 50_000 } as const;
  const result = await fitResult(jsonResult(Array(50_000).fill(1)), { store, runId, outputSchema });
  expect(result.type).toBe("text");
  expect(resultAsText(result)).toMatch(/^\[1,1,1.*…\n\n\[tool output truncated; ref=out_\w+\]$/);
});

test("small images stay in the message, large ones and long texts are kept whole in the store", async () => {
  await using store = createMemoryOutputStore();
  const small: ContentPart = { type: "image", mediaType: "image/png", data: "A".repeat(100_000) };
  const large: ContentPart = {
    type: "document",
    mediaType: "application/pdf",
    data: "B".repeat(6_000_000),
    name: "a.pdf",
  };
  const fitting = partsResult([{ type: "text", text: "short" }, small]);
  expect(await fitResult(fitting, { store, runId })).toBe(fitting);

  const text = "word\n".repeat(20_000);
  const result = await fitResult(partsResult([small, { type: "text", text }, large]), { store, runId });
  const { id } = result.outputRef!;
  expect(result).toMatchObject({
    type: "parts",
    parts: [
      small,
      { type: "text", text: expect.stringMatching(/^(word\n)+$/) },
      { type: "text", text: "[document application/pdf a.pdf]" },
      { type: "text", text: `[tool output truncated; ref=${id}]` },
    ],
  });
  expect(await store.parts({ runId, id })).toEqual([small, large]);
  expect(await stored(store, id)).toContain(text);
});

test("a result that is already part of a stored output is not stored again", async () => {
  await using store = createMemoryOutputStore();
  const outputRef = await store.save({ runId, text: "all of it" });
  const window = textResult("x".repeat(60_000), { outputRef });
  expect(await fitResult(window, { store, runId })).toBe(window);
});

test("when saving fails the whole result is returned and the failure is told", async () => {
  await using store = createMemoryOutputStore();
  const broken: OutputStore = Object.assign(Object.create(store), {
    save: () => Promise.reject(new Error("disk full")),
  });
  const errors: unknown[] = [];
  const result = textResult("x".repeat(60_000));
  const onStoreError = (error: unknown) => void errors.push(error);
  expect(await fitResult(result, { store: broken, runId, onStoreError })).toBe(result);
  expect(errors).toEqual([new Error("disk full")]);
});
