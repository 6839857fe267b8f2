import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { demo } from "./demo.ts";

const useSource = ["--import", fileURLToPath(new URL("./use-source.ts", import.meta.url))];

test("a restart that was approved and cut off by a kill is finished by another process, and happened once", async () => {
  const lines: string[] = [];
  const { dataDir, events, restarts } = await demo((line) => void lines.push(line), { nodeOptions: useSource });
  try {
    expect(restarts).toEqual([{ key: expect.any(String), device: "web-1", at: expect.any(String) }]);
    const types: string[] = events.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("tool_call") || type.startsWith("tool_result"))).toEqual([
      "tool_call_scheduled",
      "tool_call_started",
      "tool_result_received",
    ]);
    expect(types.indexOf("approval_decided")).toBeLessThan(types.indexOf("tool_call_started"));
    expect(events.find(({ type }) => type === "approval_decided")).toMatchObject({
      requestedBy: "operator@example.com",
    });
    expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { type: "success", content: `web-1 was restarted at ${restarts[0]?.at}.` },
    });
    expect(events.at(-1)).toMatchObject({ type: "run_completed", status: "completed" });

    const text = lines.join("\n");
    expect(text).toContain("? Restart a device? web-1 will be out of service for a few seconds.");
    expect(text).toContain("tool_call_started is its last event.");
    expect(text).toContain("web-1 was restarted once.");
    expect(text).toContain("kigumi runs --store");
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
