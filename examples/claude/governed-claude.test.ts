import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptedEndpoint } from "./choose-endpoint.ts";
import { governedClaude } from "./governed-claude.ts";

test("Claude looks, is refused one restart, asks for the other, and does it once it may", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kigumi-claude-"));
  const lines: string[] = [];
  try {
    await using endpoint = await scriptedEndpoint();
    const print = (line: string) => void lines.push(line);
    const { restarted, calls } = await governedClaude({ directory, endpoint, print });
    expect(restarted).toEqual(["web-1"]);
    expect(calls).toEqual([
      { tool: "ops.status", isRefused: false },
      { tool: "ops.restart", isRefused: true },
      { tool: "ops.restart", isRefused: false },
    ]);
    expect(lines).toContain("? web-1 will be out of service for a minute. Yes, says operator@example.com.");
    expect(lines).toContain("Claude: web-1 had a stalled fan and was restarted. db-1 I may not touch.");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
