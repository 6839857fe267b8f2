import { expect, test } from "vitest";
import { tour } from "./tour.ts";

test("the tour lists, denies, corrects, limits, and reads a large output back", async () => {
  const lines: string[] = [];
  await tour((line) => void lines.push(line));
  const text = lines.join("\n");
  expect(text).not.toMatch(/^ {2}ops\.restart/m);
  expect(text).toContain("Permission denied: a deny rule matches (tag:write)");
  expect(text).toContain('qeury: unknown key; did you mean "query"?');
  expect(text).toContain('{"titles":["restart a device"]}');
  expect(text).toContain("Tool parameter pattern mismatch: ops.logs.device_id");
  expect(text).toMatch(/\[tool output truncated; ref=[\w-]+\]/);
  expect(text).toContain("ERROR fan stalled");
  expect(text).toContain("20000  20000 web-1 ok");
});
