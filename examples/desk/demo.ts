/**
 * The desk from end to end: a restart is asked for, a person approves it, the process is killed in the middle of it,
 * and another process finishes the run. The restart happens once.
 */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRuntime, type RunEvent } from "kigumi";
import { chooseModel } from "./choose-model.ts";
import { restartJournalIn, storeIn } from "./desk.ts";
import { DeskProcess } from "./desk-process.ts";
import { type Restart, readRestarts } from "./restart-journal.ts";

const RUN_ID = "restart-web-1";
const OPERATOR = "operator@example.com";

export interface DemoOptions {
  /** Options for the processes the demo starts. */
  readonly nodeOptions?: readonly string[];
}

export interface DemoReport {
  readonly dataDir: string;
  readonly events: readonly RunEvent[];
  readonly restarts: readonly Restart[];
}

export async function demo(print: (line: string) => void, { nodeOptions = [] }: DemoOptions = {}): Promise<DemoReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "kigumi-desk-"));
  const desk = { dataDir, runId: RUN_ID, nodeOptions };
  print(`\nThe desk is ${(await chooseModel(process.env)).notice}.`);

  await using first = new DeskProcess({ ...desk, question: "restart web-1" });
  print(`\n1. Process ${first.pid} is asked to "restart web-1". A restart needs a person, so the run waits.`);
  await first.until("run_paused");

  // A third party, such as a web page or the command line: it has the store, not the agents.
  await using runtime = createRuntime({ store: storeIn(dataDir) });
  const [request] = await runtime.approvals({ runId: RUN_ID });
  if (request === undefined) throw new Error("the model did not ask for a restart, so there is nothing to show");
  print(`   ? ${request.title} ${request.prompt}`);
  print(`   → ${request.tool} ${JSON.stringify(request.args)}`);

  print(`\n2. ${OPERATOR} approves, and the restart begins.`);
  await runtime.provideConfirmation({ runId: RUN_ID, id: request.id, approved: true, requestedBy: OPERATOR });
  await restartHasBegun(dataDir);
  print("   The device has been told. The process waits for it to come back …");

  await first.kill();
  print(`\n3. … and is killed (SIGKILL). Its run is left without a result:`);
  print(`   ${(await runtime.runs.read(RUN_ID)).at(-1)?.type} is its last event.`);

  await using second = new DeskProcess(desk);
  print(`\n4. Process ${second.pid} opens the same file and takes the run over. It does not restart web-1 again:`);
  print("   it looks the call up by its key, finds that it took effect, and finishes the run.");
  await second.until("run_completed");

  const events = await runtime.runs.read(RUN_ID);
  const restarts = await readRestarts(restartJournalIn(dataDir));
  const { message } = await runtime.handle(RUN_ID).result();
  for (const line of message.split("\n")) print(`   ${line}`.trimEnd());
  print(
    `\n5. web-1 was restarted ${restarts.length === 1 ? "once" : `${restarts.length} times`}. What happened, as the log has it:`,
  );
  for (const event of events) print(`   ${timelineEntry(event, events[0]?.at ?? 0)}`);

  print("\nLook at it yourself:");
  print(`   npx kigumi runs --store ${storeIn(dataDir)}`);
  print(`   npx kigumi replay ${RUN_ID} --store ${storeIn(dataDir)}`);
  print("   npx kigumi chat --app examples/desk/desk.ts");
  return { dataDir, events, restarts };
}

async function restartHasBegun(dataDir: string): Promise<void> {
  while ((await readRestarts(restartJournalIn(dataDir))).length === 0) await sleep(20);
}

function timelineEntry(event: RunEvent, startedAt: number): string {
  const time = `+${((event.at - startedAt) / 1000).toFixed(2)}s`;
  return `${String(event.id).padStart(2)} ${time.padStart(8)}  ${event.type}`;
}
