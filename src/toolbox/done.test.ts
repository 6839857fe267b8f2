import { expect, test } from "vitest";
import { createToolContext } from "../runtime/tool-context.ts";
import { doneTool } from "./done.ts";

test("7.1 done ends the run and gives its message back as text", async () => {
  expect(doneTool.spec.terminal).toBe(true);
  const result = await doneTool.executeRaw('{"message":"All tests pass."}', createToolContext());
  expect(result).toMatchObject({ type: "text", text: "All tests pass." });
});
