import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqliteRunLog } from "./index.ts";

// A writer of its own process: prints each append once it was acknowledged. Rewrites what it lost to a conflict.
const writer = `
  import { createSqliteRunLog } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
  const [file, runIds, limit] = [process.argv[1], process.argv[2].split(","), Number(process.argv[3])];
  const log = createSqliteRunLog({ file });
  const next = { status: "running", isRunnable: true };
  const event = (runId, id) => ({ id, v: 1, type: "planner_note", at: id, runId, agentId: "a", text: "x".repeat(300), pid: process.pid });
  await Promise.all(runIds.map(async (runId) => {
    await log.create({ runId, agentId: "a", labels: {}, createdAt: 1 }, [event(runId, 1)], next).catch((error) => {
      if (error.code !== "run_exists") throw error;
    });
    let after = (await log.find(runId)).lastEventId;
    for (let written = 0; written < limit; ) {
      const outcome = await log.append(runId, { after, events: [event(runId, after + 1)], next, at: after });
      after = outcome.type === "appended" ? after + 1 : outcome.missed.at(-1).id;
      if (outcome.type !== "appended") continue;
      written++;
      process.stdout.write(runId + " " + after + "\\n");
    }
  }));
  await log[Symbol.asyncDispose]();
`;

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-processes-"));
  file = join(dir, "kigumi.db");
});
afterEach(() => rm(dir, { recursive: true }));

test("processes that write to one run at once lose nothing and leave no gap", async () => {
  const children = [1, 2, 3].map(() => startWriter(["shared"], 60));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  expect(codes).toEqual([0, 0, 0]);

  await using log = createSqliteRunLog({ file });
  const events = await log.read("shared");
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 181 }, (_, i) => i + 1));
  for (const { pid } of children) {
    expect(events.slice(1).filter((event) => "pid" in event && event.pid === pid)).toHaveLength(60);
  }
});

test("whatever was acknowledged survives a kill, and every log stays contiguous", async () => {
  const runIds = ["r1", "r2", "r3"];
  const acknowledged = new Map(runIds.map((runId) => [runId, 0]));
  for (let kill = 0; kill < 30; kill++) {
    const child = startWriter(runIds, Number.MAX_SAFE_INTEGER);
    await readUntil(child, 5 + kill * 3, (line) => {
      const [runId = "", id] = line.split(" ");
      acknowledged.set(runId, Number(id));
    });
  }

  await using log = createSqliteRunLog({ file });
  for (const [runId, last] of acknowledged) {
    const ids = (await log.read(runId)).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => i + 1));
    expect(ids.length).toBeGreaterThanOrEqual(last);
  }
  expect(Math.max(...acknowledged.values())).toBeGreaterThan(100);
  const database = new DatabaseSync(file);
  expect(database.prepare("PRAGMA integrity_check").get()).toMatchObject({ integrity_check: "ok" });
  database.close();
});

test("many processes may make the same new file", async () => {
  const children = Array.from({ length: 6 }, (_, i) => startWriter([`r${i}`], 1));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
  await using log = createSqliteRunLog({ file });
  expect(await log.list()).toHaveLength(6);
});

test("a follower sees what several processes write at once, in one order and without a gap", async () => {
  const children = [1, 2, 3].map((i) => startWriter([`r${i}`], 40));
  const exits = children.map((child) => once(child, "exit"));
  await using log = createSqliteRunLog({ file });
  const next = new Map<string, number>();
  let last = 0;
  let count = 0;
  for await (const { position, event } of log.follow()) {
    expect(position).toBe(++last);
    expect(event.id).toBe((next.get(event.runId) ?? 0) + 1);
    next.set(event.runId, event.id);
    if (++count === 3 * 41) break;
  }
  await Promise.all(exits);
});

test("a process may end while it follows in the background", async () => {
  const follower = `
    import { createSqliteRunLog } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
    createSqliteRunLog({ file: process.argv[1] }).follow({ isBackground: true })[Symbol.asyncIterator]().next();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", follower, file], { stdio: "inherit" });
  expect((await once(child, "exit"))[0]).toBe(0);
});

function startWriter(runIds: readonly string[], limit: number): ChildProcess {
  const args = ["--input-type=module", "-e", writer, file, runIds.join(","), String(limit)];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Kills the child after so many lines, and still hears what it had said by then. */
async function readUntil(child: ChildProcess, lines: number, onLine: (line: string) => void): Promise<void> {
  if (child.stdout === null) throw new Error("the writer has no output");
  const exited = once(child, "exit");
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    onLine(line);
    if (++count === lines) child.kill("SIGKILL");
  }
  await exited;
}
