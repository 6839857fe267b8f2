import { expect, test } from "vitest";
import { createMemoryOutputStore } from "../../store/memory-output-store.ts";
import { createContext } from "../context.ts";
import { resultAsText } from "../result.ts";
import { createToolOutputCacheTool } from "./tool-output-cache.ts";
import { createToolOutputCacheGrepTool } from "./tool-output-cache-grep.ts";

async function withOutput(text: string) {
  const store = createMemoryOutputStore();
  const { id } = await store.save({ runId: "r1", text });
  const ctx = createContext({ outputStore: store, call: { id: "c1", runId: "r1" } });
  const tools = { read: createToolOutputCacheTool(), grep: createToolOutputCacheGrepTool() };
  const call = async (tool: keyof typeof tools, args: object) =>
    resultAsText(await tools[tool].executeRaw(JSON.stringify({ ref_id: id, ...args }), ctx));
  return { store, id, ctx, call };
}

test("7.3 tool_output_cache returns numbered lines of a window", async () => {
  const { call } = await withOutput("alpha\r\nbeta\n\ndelta");
  expect(await call("read", {})).toBe("    1  alpha\n    2  beta\n    3  \n    4  delta");
  expect(await call("read", { offset: 1, limit: 2 })).toBe(
    "    2  beta\n    3  \n... (1 of 4 lines left; use offset=3)",
  );
  expect(await call("read", { offset: 3, limit: 100 })).toBe("    4  delta");
});

test("7.3 an offset beyond the end and an empty output are answered in one line", async () => {
  const { call } = await withOutput("only");
  expect(await call("read", { offset: 1 })).toBe("Offset 1 is beyond the end: the output has 1 line.");
  expect(await (await withOutput("")).call("read", {})).toBe("The output is empty.");
});

test("7.3 following the hints reads everything, each answer within 64 KiB", async () => {
  const text = Array.from({ length: 5000 }, (_, line) => `漢字 ${line} ${"x".repeat(line % 300)}`).join("\n");
  const { call } = await withOutput(text);
  const read: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer = await call("read", { offset });
    expect(Buffer.byteLength(answer)).toBeLessThan(64 * 1024 + 200);
    const hint = /\n\.\.\. \(\d+ of 5000 lines left; use offset=(\d+)\)$/.exec(answer);
    read.push(...answer.slice(0, hint?.index).split("\n"));
    offset = hint ? Number(hint[1]) : undefined;
  }
  expect(read.map((line) => line.slice(7)).join("\n")).toBe(text);
  expect(read.length).toBe(5000);
});

test("7.3 a line too long for one answer goes on under the next numbers, and the answer says so", async () => {
  const { call } = await withOutput(`${"x".repeat(5000)}\nend`);
  const lines = (await call("read", {})).split("\n");
  expect(lines.map((line) => line.slice(0, 10))).toEqual([
    "    1  xxx",
    "    2  xxx",
    "    3  xxx",
    "    4  end",
    "... (a lin",
  ]);
});

test("7.4 tool_output_cache_grep returns a block for each match", async () => {
  const { call, id } = await withOutput("a.b\naxb\nc\na.b\n");
  expect(await call("grep", { pattern: "a.b" })).toBe(`ref:${id}\n    1  a.b\n\nref:${id}\n    4  a.b`);
  expect(await call("grep", { pattern: "^a.b$", regex: true, max_matches: 2 })).toBe(
    `ref:${id}\n    1  a.b\n\nref:${id}\n    2  axb\n... (truncated)`,
  );
  expect(await call("grep", { pattern: "c", before: 1, after: 1 })).toBe(`ref:${id}\n    2  axb\n    3  c\n    4  a.b`);
  expect(await call("grep", { pattern: "a.b", max_matches: 2 })).not.toContain("truncated");
});

test("7.4 no match is answered in one line", async () => {
  const { call } = await withOutput("alpha");
  expect(await call("grep", { pattern: "ALPHA" })).toBe('No line matches "ALPHA".');
});

test("7.4 what is found is cut to 64 KiB, and context goes before matches do", async () => {
  const { call, id } = await withOutput(`${"x".repeat(1999)}\n`.repeat(500));
  const many = await call("grep", { pattern: "x" });
  expect(Buffer.byteLength(many)).toBeLessThan(64 * 1024 + 20);
  expect(many).toMatch(/\n\.\.\. \(truncated\)$/);
  const wide = await call("grep", { pattern: "x", after: 400, max_matches: 1 });
  expect(wide).toBe(`ref:${id}\n    1  ${"x".repeat(1999)}\n... (truncated)`);
});

test("a ref of another run, or none at all, is an error that says what to do", async () => {
  const { store, id } = await withOutput("secret");
  const other = createContext({ outputStore: store, call: { id: "c2", runId: "r2" } });
  for (const tool of [createToolOutputCacheTool(), createToolOutputCacheGrepTool({ store })]) {
    const args = JSON.stringify({ ref_id: id, ...(tool.name.endsWith("grep") && { pattern: "s" }) });
    await expect(tool.executeRaw(args, other)).rejects.toThrow(
      expect.objectContaining({ code: "output_not_found", message: expect.stringContaining(id) }),
    );
  }
  await expect(createToolOutputCacheTool().executeRaw(`{"ref_id":"${id}"}`, createContext())).rejects.toThrow(
    expect.objectContaining({ code: "no_output_store" }),
  );
});

test("what is read back names the output it is part of, so that it is neither stored again nor lost when trimmed", async () => {
  const { id, ctx } = await withOutput("text");
  const result = await createToolOutputCacheTool().executeRaw(`{"ref_id":"${id}"}`, ctx);
  expect(result.outputRef?.id).toBe(id);
});
