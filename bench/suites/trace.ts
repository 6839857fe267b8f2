/**
 * What tracing costs the agent, how fast spans are taken in, and how fast they are found again. `KIGUMI_TRACE_SPANS` sets
 * how many spans are searched (1,000,000 unless told otherwise, 50,000 with `--quick`).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "../report.ts";
import { hotPathReport } from "./trace-hot-path.ts";
import { fillStore } from "./trace-ingest.ts";
import { searchReport } from "./trace-search.ts";

export async function run(): Promise<Report[]> {
  const isQuick = process.argv.includes("--quick");
  const count = Number(process.env.KIGUMI_TRACE_SPANS ?? (isQuick ? 50_000 : 1_000_000));
  const folder = mkdtempSync(join(tmpdir(), "kigumi-bench-"));
  try {
    const hotPath = await hotPathReport(folder, isQuick ? 10 : 60);
    const file = join(folder, "traces.db");
    const ingest = await fillStore(file, count);
    return [hotPath, ingest, await searchReport(file, count, isQuick ? 40 : 200)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
