import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CliFolder, type CliResult, TEST_APP } from "./testing/cli-process.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

const ESCAPE = "\u001b";
const effects = () => readFileSync(join(folder.path, ".kigumi/effects.txt"), "utf8");
const resultOf = ({ json }: CliResult) => json.at(-1);

/** Starts a run and returns its id. */
async function startedRun(text: string): Promise<string> {
  return String(resultOf(await folder.app(["run", text, "--json"]))?.runId);
}

test("run shows the calls, the chart and the answer, without colours in a pipe and without a tool's own", async () => {
  const { code, stdout, stderr } = await folder.app(["run", "look", "web-1"]);
  expect(code).toBe(0);
  expect(stdout).toContain('→ look {"at":"web-1"}\n');
  expect(stdout).toContain("▁█  1 … 2\n");
  expect(stdout).toContain("saw [31mweb-1\n");
  expect(stdout + stderr).not.toContain(ESCAPE);
  expect(stderr).toContain("the test app is ready\n");
});

test("run --json prints every event and what is streamed, then the result, one object a line", async () => {
  const result = await folder.app(["run", "hello you", "--json"]);
  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(result.json.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["run_started", "assistant_text_delta", "assistant_message", "run_completed"]),
  );
  expect(resultOf(result)).toMatchObject({ type: "result", status: "completed", message: "you said: hello you" });
});

test("a run that has to be approved waits, and says which command approves it; that command finishes the run", async () => {
  const waiting = await folder.app(["run", "restart web-1"]);
  expect(waiting.code).toBe(0);
  expect(waiting.stdout).toContain("? Restart? web-1 goes down.\n");
  const [, command = ""] = /kigumi (approve .*) --by <name>/.exec(waiting.stdout) ?? [];
  expect(() => effects()).toThrow("ENOENT");

  const approved = await folder.app([...command.split(" "), "--by", "ana"]);
  expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ approved: restart, by ana\n") });
  expect(approved.stdout).toContain("web-1 restarted\n");
  expect(effects()).toBe("web-1\n");
});

test("approve --deny declines, and the tool never runs", async () => {
  const runId = await startedRun("restart web-1");
  const { stdout } = await folder.app(["approve", runId, "--by", "ana", "--deny"]);
  expect(stdout).toContain("✗ declined: restart, by ana\n");
  expect(stdout).toContain("left alone\n");
  expect(() => effects()).toThrow("ENOENT");
});

test("approve without an app records the decision; runs watch with the app carries the run on", async () => {
  const runId = await startedRun("restart web-1");
  const decided = await folder.run(["approve", runId, "--by", "ana"]);
  expect(decided).toMatchObject({ code: 0, stdout: "approved: restart, by ana\n" });
  expect(decided.stderr).toContain(`kigumi runs watch ${runId} --app <file>\n`);
  expect(() => effects()).toThrow("ENOENT");
  const { stdout } = await folder.app(["runs", "watch", runId]);
  expect(stdout).toContain("web-1 restarted\n");
  expect(effects()).toBe("web-1\n");
});

test("approve asks which one when there are several, and takes an id", async () => {
  const runId = await startedRun("restart web-1 and web-2");
  const unclear = await folder.app(["approve", runId, "--by", "ana"]);
  expect(unclear).toMatchObject({ code: 2, stderr: expect.stringContaining(`kigumi approve ${runId} c2/approval`) });
  await folder.app(["approve", runId, "c2/approval", "--by", "ana"]);
  await folder.app(["approve", runId, "c1/approval", "--by", "ana", "--deny"]);
  expect(effects()).toBe("web-2\n");
});

test("a request of a nested run surfaces at the root and can be approved there", async () => {
  const result = await folder.app(["run", "delegate restart db-1", "--json"]);
  expect(resultOf(result)).toMatchObject({ status: "waiting", questions: [{ kind: "confirmation", tool: "restart" }] });
  const approved = await folder.app(["approve", String(resultOf(result)?.runId), "--by", "ana", "--json"]);
  expect(resultOf(approved)).toMatchObject({ status: "completed", message: "db-1 restarted" });
});

test("a run that fails is exit code 1 and one line; KIGUMI_DEBUG tells where", async () => {
  const { code, stderr } = await folder.app(["run", "break it"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: run \S+ failed \(internal\): the planner broke$/m);
  expect(stderr).not.toContain("    at ");
  const debugged = await folder.app(["run", "break it"], { env: { KIGUMI_DEBUG: "1" } });
  expect(debugged.stderr).toContain("    at ");
});

test.each([
  [["frob"], "error: unknown command 'frob'. See kigumi --help\n"],
  [["runs", "show", "some-run"], "error: unknown command 'show'. See kigumi runs --help\n"],
  [["runs", "serach", "word"], "error: unknown command 'serach' (Did you mean search?). See kigumi runs --help\n"],
  [
    ["runs", "list", "all"],
    "error: too many arguments for 'list'. Expected 0 arguments but got 1: all. See kigumi runs list --help\n",
  ],
  [["run"], "error: missing required argument 'text'. See kigumi run --help\n"],
  [["run", "hello"], "error: no app is named; pass --app <file>"],
  [["run", "hello", "--app", "nowhere.ts"], "error: there are no agents at nowhere.ts; give the path of a file\n"],
  [["runs", "--limit", "none"], "It has to be a whole number above 0. See kigumi runs --help\n"],
  [["run", " "], "error: there is nothing to ask; write it after the command\n"],
  [["chat", "--session", ""], "It has to name a session. See kigumi chat --help\n"],
  [["approve", "some-run"], "error: required option '--by <name>' not specified. See kigumi approve --help\n"],
])("%j is asked for wrongly: exit code 2 and one line", async (args, message) => {
  const { code, stderr, stdout } = await folder.run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("without a command there is help, and it is no success", async () => {
  expect(await folder.run([])).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage: kigumi") });
  expect(await folder.run(["--help"])).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: kigumi") });
});

test("the help of a command also has the options that every command takes", async () => {
  const { stdout } = await folder.run(["answer", "--help"]);
  expect(stdout).toMatch(/--failed <call=why> +a call that failed, and why\n/);
  expect(stdout).toMatch(/Global Options:\n +--store <file>/);
});

test("an error is JSON where JSON was asked for, and looking at a store makes none", async () => {
  const missing = await folder.run(["runs", "--json"]);
  expect(missing).toMatchObject({ code: 1, stderr: "", json: [{ type: "error", code: "store_not_found" }] });
  expect(await folder.run(["runs"])).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no store") });
  expect(await folder.run(["frob", "--json"])).toMatchObject({ code: 2, json: [{ type: "error", code: "usage" }] });
});

test("a module that is no app, or breaks while it loads, is said to be so", async () => {
  writeFileSync(join(folder.path, "empty.mjs"), "export const x = 1;");
  writeFileSync(join(folder.path, "broken.mjs"), "throw new Error('no luck');");
  expect(await folder.run(["run", "x", "--app", "empty.mjs"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("empty.mjs is no app: it has to export a function register(runtime)"),
  });
  expect(await folder.run(["run", "x", "--app", "broken.mjs"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("broken.mjs (agents) could not be loaded: no luck, at broken.mjs:1:7"),
  });
  writeFileSync(join(folder.path, "lacking.mjs"), "import '@somebody/something/inside';");
  expect(await folder.run(["run", "x", "--app", "lacking.mjs"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/lacking\.mjs; run: npm install @somebody\/something\n$/),
  });
});

test("package.json may name the app", async () => {
  writeFileSync(join(folder.path, "package.json"), JSON.stringify({ kigumi: { app: TEST_APP } }));
  expect(await folder.run(["run", "hello"])).toMatchObject({ code: 0, stdout: "you said: hello\n" });
});

test("runs lists the newest first, a page at a time, and by status", async () => {
  const waiting = await startedRun("restart web-1");
  const done = await startedRun("hello");
  const all = await folder.run(["runs", "--json"]);
  expect(all.json).toMatchObject([
    { type: "run", runId: done, status: "completed" },
    { type: "run", runId: waiting, status: "paused" },
  ]);
  const paused = await folder.run(["runs", "list", "--status", "paused"]);
  expect(paused.stdout).toMatch(new RegExp(`^\\S+ \\S+ {2}paused {5}main +\\d+ events {2}${waiting}\n$`));
  expect((await folder.run(["runs", "--limit", "1", "--before", done, "--json"])).json).toMatchObject([
    { runId: waiting },
  ]);
});

test("a page of runs that begins after an unknown one is refused, not empty", async () => {
  await startedRun("hello");
  expect(await folder.run(["runs", "--before", "nope"])).toMatchObject({
    code: 2,
    stderr: "error: there is no run nope to begin after; --before takes the id of a run in the list\n",
  });
});

test("runs search finds events by their words, runs prune forgets ended runs only", async () => {
  const waiting = await startedRun("restart web-1");
  const done = await startedRun("look at the lighthouse");
  const found = await folder.run(["runs", "search", "lighth*", "at", "--json"]);
  expect(found.json[0]).toMatchObject({ runId: done });
  expect((await folder.run(["runs", "search", "lighthouse"])).stdout).toContain(`${done}  1  run_started  look at the`);
  expect(await folder.run(["runs", "search", "lighthouse", "--run", waiting])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "no events\n",
  });

  expect(await folder.run(["runs", "prune"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--max-age") });
  expect((await folder.run(["runs", "prune", "--max-age", "1h", "--json"])).json).toMatchObject([{ removed: 0 }]);
  const pruned = await folder.run(["runs", "prune", "--max-bytes", "1"]);
  expect(pruned.stdout).toMatch(/^\d runs? with .* of events forgotten in \.kigumi\/kigumi\.db\n$/);
  expect((await folder.run(["runs", "--json"])).json).toContainEqual(expect.objectContaining({ runId: waiting }));
});

test("what a run waits for instead is said when an answer has no place, and that it is over when it is", async () => {
  const runId = await startedRun("restart web-1");
  const wrongId = await folder.app(["approve", runId, "nope", "--by", "ana"]);
  expect(wrongId).toMatchObject({ code: 1, stderr: expect.stringContaining("no approval with the id nope, but for") });
  expect(wrongId.stderr).toContain(`kigumi approve ${runId} c1/approval --by <name> --app ${TEST_APP}\n`);
  const wrongCommand = await folder.app(["answer", runId, "yes", "--by", "ana"]);
  expect(wrongCommand.stderr).toContain(`kigumi approve ${runId} c1/approval --by <name> --app ${TEST_APP}\n`);
  expect(await folder.app(["approve", runId, "--by", " "])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("It has to name somebody. See kigumi approve --help"),
  });

  await folder.app(["approve", runId, "--by", "ana"]);
  const over = await folder.app(["approve", runId, "--by", "ana"]);
  expect(over.stderr).toContain(`error: run ${runId} waits for no approval; it is over\n`);
});

test("a command that was misread names its help; --version says which kigumi it is", async () => {
  const misread = async (...args: string[]) => (await folder.run(args)).stderr;
  expect(await misread("runz")).toContain("unknown command 'runz' (Did you mean one of run, runs?). See kigumi --help");
  expect(await misread("runs", "watch")).toBe(
    "error: missing required argument 'runId'. See kigumi runs watch --help\n",
  );
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await folder.run(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test("an agent that is not there is answered with those that are", async () => {
  const { code, stderr } = await folder.app(["run", "hello", "--agent", "somebody"]);
  expect(code).toBe(1);
  expect(stderr).toContain('error: no agent is registered under "somebody"; registered are helper, main\n');
});

test("runs watch follows a run that another process drives", async () => {
  const driver = folder.start(["run", "sleep 1500", "--json", "--app", TEST_APP]);
  await driver.shown("tool_call_started");
  const [record] = (await folder.run(["runs", "--json"])).json;
  const watched = await folder.run(["runs", "watch", String(record?.runId)]);
  expect(watched).toMatchObject({ code: 0, stdout: expect.stringContaining("← slow: awake\nawake\n") });
  expect((await driver.ended).code).toBe(0);
});

test("Ctrl-C leaves the run to be carried on later", async () => {
  const started = folder.start(["run", "sleep 60000", "--app", TEST_APP]);
  await started.shown("→ slow");
  started.child.kill("SIGINT");
  expect(await started.ended).toMatchObject({ code: 1, stderr: expect.stringContaining("error: interrupted") });
  expect((await folder.run(["runs", "--status", "running", "--json"])).json).toHaveLength(1);
});

test("replay shows every event and proves the log; a log that was tampered with is exit code 1", async () => {
  const runId = await startedRun("look web-1");
  const good = await folder.run(["replay", runId]);
  expect(good).toMatchObject({ code: 0, stderr: expect.stringContaining("replay to the same state") });
  expect(good.stdout).toMatch(/^ {3}1 {5}\+0\.000s {2}run_started {15}look web-1$/m);
  expect(good.stdout).toMatch(/run_completed {13}completed$/m);

  const database = new DatabaseSync(join(folder.path, ".kigumi/kigumi.db"));
  database.exec("DELETE FROM event WHERE type = 'tool_call_scheduled'");
  database.close();
  const bad = await folder.run(["replay", runId, "--json"]);
  expect(bad.code).toBe(1);
  expect(resultOf(bad)).toMatchObject({ type: "error", code: "log_not_legal" });
});
