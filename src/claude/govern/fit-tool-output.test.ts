import { expect, test } from "vitest";
import { createMemoryOutputStore } from "../../store/index.ts";
import { fitToolOutput } from "./fit-tool-output.ts";

const options = () => ({ store: createMemoryOutputStore(), runId: "s1", maxBytes: 40 });
const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n");

test("an output that fits stays as it is", async () => {
  expect(await fitToolOutput({ stdout: "short", stderr: "" }, options())).toBeUndefined();
});

test("a long text is cut where it stands, and the whole of it is saved", async () => {
  const { store, ...limits } = options();
  const fitted = await fitToolOutput({ stdout: long, stderr: "", code: 0 }, { store, ...limits });
  expect(fitted?.output).toEqual({ stdout: expect.stringMatching(/^line 0\nline 1\n/), stderr: "", code: 0 });
  const [, id = ""] = /ref=([\w-]+)/.exec(fitted?.notice ?? "") ?? [];
  const lines: string[] = [];
  for await (const { text, ending } of store.read({ runId: "s1", id })) lines.push(text + ending);
  expect(lines.join("")).toBe(long);
});

test("several long texts share the room", async () => {
  const fitted = await fitToolOutput(
    [
      { type: "text", text: long },
      { type: "text", text: long },
    ],
    options(),
  );
  const room = { type: "text", text: expect.stringMatching(/^line 0\n[\s\S]{0,13}$/) };
  expect(fitted?.output).toEqual([room, room]);
});

test("an image is never cut in half", async () => {
  const image = { type: "image", file: { base64: "A".repeat(1000) } };
  expect(await fitToolOutput(image, options())).toBeUndefined();
});
