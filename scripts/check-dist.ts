/**
 * Tries what was built, as its users would load it: every entry by its name, a run in a file, the thread that traces
 * are stored on. Written without what only newer Nodes read, so that the oldest one of package.json can be asked too.
 */
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
  await tryRun(join(folder, "runs.db"));
  await tryTracer(join(folder, "traces.db"));
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  `${entries.length} entries load, a run is kept in a file, traces are stored on a thread of their own (Node ${process.version})`,
);

async function tryRun(store: string): Promise<void> {
  const { createRuntime, defineAgent } = await import("kigumi");
  const runtime = createRuntime({ store });
  try {
    const plan = async () => ({ finalResponse: { text: "built" } });
    runtime.registerAgent(defineAgent({ id: "check", planner: { planStart: plan, planResume: plan } }));
    await runtime.sessions.create("s");
    const messages = [{ role: "user", content: "hello" }] as const;
    const run = await runtime.client("check").start({ sessionId: "s", messages });
    const { status } = await run.result();
    if (status !== "completed") throw new Error(`a run ended as ${status}`);
    if ((await runtime.sessions.list()).length !== 1) throw new Error("a session was not kept");
  } finally {
    await runtime.close();
  }
}

async function tryTracer(file: string): Promise<void> {
  const { SQLiteTracer } = await import("kigumi/trace");
  const tracer = new SQLiteTracer(file);
  try {
    await tracer.onTraceStart({ traceId: "t", name: "dist", groupId: null, metadata: {} });
    await tracer.forceFlush();
    if (!tracer.stats.isOffThread) throw new Error("traces are stored on the caller's thread");
    if ((await tracer.getTrace("t")) === undefined) throw new Error("a trace was not stored");
  } finally {
    await tracer[Symbol.asyncDispose]();
  }
}
