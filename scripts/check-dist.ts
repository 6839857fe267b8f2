/** Tries what was built, as its users would load it: every entry by its name, and the thread that traces are stored on. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const entries = Object.entries(manifest.exports).filter(([, target]) => typeof target === "object");
for (const [path] of entries) {
  const names = Object.keys(await import(path.replace(/^\./, manifest.name)));
  if (names.length === 0) throw new Error(`${path} exports nothing`);
}

const folder = mkdtempSync(join(tmpdir(), "kigumi-dist-"));
try {
  const { SQLiteTracer } = await import("kigumi/trace");
  await using tracer = new SQLiteTracer(join(folder, "traces.db"));
  await tracer.onTraceStart({ traceId: "t", name: "dist", groupId: null, metadata: {} });
  await tracer.forceFlush();
  if (!tracer.stats.isOffThread) throw new Error("traces are stored on the caller's thread");
  if ((await tracer.getTrace("t")) === undefined) throw new Error("a trace was not stored");
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${entries.length} entries load, traces are stored on a thread of their own`);
