/**
 * The desk as a process of its own, for the demo to kill: `node worker.ts <folder> <run id> [question]`. It starts the
 * run, or goes on with it, and prints the run's events, one JSON line each.
 */
import { createDesk } from "./desk.ts";

const [dataDir = ".", runId = "run", question] = process.argv.slice(2);

// A short lease, because the demo does not want to wait: this is how long a killed process keeps its runs.
await using runtime = await createDesk({ dataDir, leaseMs: 1_000, restartMs: 5_000 });
if (question !== undefined) {
  await runtime.sessions.create("demo");
  await runtime.client("desk.chat").start({
    sessionId: "demo",
    runId,
    messages: [{ role: "user", content: question }],
  });
}
for await (const event of runtime.handle(runId).events()) process.stdout.write(`${JSON.stringify(event)}\n`);
