/** A file that an earlier kigumi wrote, while a run in it was waiting for a person, and this one goes on with. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createSqliteEngine } from "../../src/engine/create-sqlite-engine.ts";
import { createSqliteRunLog } from "../../src/engine/sqlite/index.ts";
import type { Planner } from "../../src/run/plan.ts";
import { defineAgent } from "../../src/runtime/define-agent.ts";
import { createRuntime } from "../../src/runtime/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kigumi-older-"));
  file = join(folder, "kigumi.db");
  using database = new DatabaseSync(file);
  database.exec(readFileSync(new URL("../fixtures/run-log-format-1.sql", import.meta.url), "utf8"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a file of format 1 is brought up to date, and the run that waits in it ends", async () => {
  await using runtime = createRuntime({ engine: createSqliteEngine({ file }) });
  runtime.registerAgent(defineAgent({ id: "desk", planner: restartOnce, toolsets: [toolset("ops", [restart])] }));
  await runtime.provideConfirmation({ runId: "r1", id: "c1/approval", approved: true, requestedBy: "ada" });
  const output = await runtime.handle("r1").result();
  expect(output).toMatchObject({ status: "completed", message: "done", toolEvents: [{ callId: "c1" }] });

  using database = new DatabaseSync(file, { readOnly: true });
  const rows = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  expect(rows("PRAGMA user_version")).toEqual([{ user_version: 2 }]);
  expect(rows("SELECT agent_id, session_id, turn FROM events WHERE type = 'run_completed'")).toEqual([
    { agent_id: "desk", session_id: "s1", turn: 2 },
  ]);
  // Old bodies say who and where themselves; both read alike.
  const events = await runtime.runs.read("r1");
  expect(new Set(events.map(({ runId, agentId, sessionId, v }) => [runId, agentId, sessionId, v].join()))).toEqual(
    new Set(["r1,desk,s1,1"]),
  );
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
});

test("a file of format 1 whose views somebody changed is brought up to date all the same", async () => {
  using before = new DatabaseSync(file);
  before.exec("DROP VIEW spans; DROP VIEW runs; CREATE VIEW mine AS SELECT * FROM events");
  await using engine = createSqliteRunLog({ file });
  expect(await engine.find("r1")).toMatchObject({ runId: "r1", status: "paused" });
  expect(before.prepare("SELECT count(*) AS count FROM spans").get()?.count).toBeGreaterThan(0);
  expect(before.prepare("SELECT count(*) AS count FROM mine").get()?.count).toBeGreaterThan(0);
});

const restart = defineTool({
  name: "ops.restart",
  description: "Restart",
  input: z.object({ device: z.string() }),
  confirmation: {},
  execute: () => "restarted",
});

const plan: Planner["planStart"] = async ({ run: { turn } }) =>
  turn === 1
    ? { toolCalls: [{ id: "c1", name: "ops.restart", args: { device: "web-1" } }] }
    : { finalResponse: { text: "done" } };
const restartOnce: Planner = { planStart: plan, planResume: plan };
