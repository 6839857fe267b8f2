import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CliFolder, type CliResult } from "./testing/cli-process.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

const resultOf = ({ json }: CliResult) => json.at(-1);

/** Starts a run that will wait, and returns its id. */
async function waitingRun(text: string): Promise<string> {
  const result = resultOf(await folder.app(["run", text, "--json"]));
  expect(result).toMatchObject({ status: "waiting" });
  return String(result?.runId);
}

const answer = (runId: string, ...words: string[]) => folder.app(["answer", runId, ...words, "--by", "ana", "--json"]);

test("a run that waits for answers says so, and which command gives them; that command finishes the run", async () => {
  const waiting = await folder.app(["run", "choose"]);
  expect(waiting).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("? A lamp\n  colour: Which colours? (r, b)\n"),
  });
  const [, command = ""] =
    /kigumi (answer \S+) colour=<answer> size=<answer> --id q2 --by <name>/.exec(waiting.stdout) ?? [];
  const answered = await folder.app([...command.split(" "), "colour=blue,r", "size=2 m", "--id", "q2", "--by", "ana"]);
  expect(answered.code).toBe(0);
  expect(answered.stdout).toContain(
    '{"answers":[{"id":"colour","prompt":"Which colours?","answers":["Blue","Red"]},{"id":"size","prompt":"How large?","answers":["2 m"]}]}',
  );
});

test("answers that do not fit are refused with the reason, and the question stays", async () => {
  const runId = await waitingRun("choose");
  const refused = await answer(runId, "colour=green", "size=2 m");
  expect(refused.code).toBe(1);
  expect(resultOf(refused)).toMatchObject({
    code: "invalid_answer",
    message: expect.stringContaining("they are r, b"),
  });
  expect(resultOf(await answer(runId, "green"))).toMatchObject({
    code: "usage",
    message: expect.stringContaining("colour, size"),
  });
  expect(resultOf(await answer(runId))).toMatchObject({
    code: "usage",
    message: "the answer is missing; give it after the id of the run",
  });
  expect(resultOf(await answer(runId, "colour=1", "size=2 m"))).toMatchObject({ status: "completed" });
});

test("a clarification is answered in words", async () => {
  const runId = await waitingRun("wonder");
  expect(resultOf(await answer(runId, "the", "second"))).toMatchObject({ message: "you said: the second" });
});

test("results of outside tools are given as text, from a file, or as failures, and are held against their schema", async () => {
  const runId = await waitingRun("scan a and b and c");
  writeFileSync(join(folder.path, "hits.json"), '{"hits":2}');
  const wrong = await answer(runId, 'e1={"hits":"some"}', "e2=@hits.json", "--failed", "e3=no signal");
  expect(resultOf(wrong)).toMatchObject({ code: "invalid_answer", message: expect.stringContaining("result.hits") });
  expect(resultOf(await answer(runId, "e1=@nowhere", "e2=x"))).toMatchObject({ code: "usage" });
  const missing = await answer(runId, 'e1={"hits":1}');
  expect(resultOf(missing)).toMatchObject({
    code: "not_awaited",
    message: expect.stringContaining("exactly e1, e2, e3"),
  });

  const done = await answer(runId, 'e1={"hits":1}', "e2=@hits.json", "--failed", "e3=no signal");
  expect(resultOf(done)).toMatchObject({ status: "completed", message: '{"hits":1},{"hits":2},no signal' });
  expect(done.json).toContainEqual(expect.objectContaining({ type: "answered", by: "ana" }));
});

test("without an app the answer is recorded, and what a nested run asks is answered at the root", async () => {
  const runId = await waitingRun("delegate scan a");
  const recorded = await folder.run(["answer", runId, '{"hits":7}', "--by", "ana"]);
  expect(recorded).toMatchObject({ code: 0, stdout: "answered by ana\n" });
  expect((await folder.app(["runs", "watch", runId])).stdout).toContain('{"hits":7}');
  expect(resultOf(await answer(runId, "again"))).toMatchObject({ code: "not_awaited" });
});

test("in a chat the questions are put one by one, until the answers fit", async () => {
  const { stdout } = await folder.app(["chat", "--session", "s1"], { input: "choose\nGreen\n2, red\n3 m\n" });
  expect(stdout).toContain("? A lamp\n  Which colours?\n    1. Red\n    2. Blue\n");
  expect(stdout).toContain('"Green" is no option of "colour"');
  expect(stdout).toContain('"answers":["Blue","Red"]');
  expect(stdout).toContain('"answers":["3 m"]');
});

test("in a chat a person stands in for an outside tool, and an empty line leaves it to others", async () => {
  const input = 'scan a and b\nmany\n{"hits":1}\n{"hits":1}\n{"hits":2}\n';
  const { stdout } = await folder.app(["chat", "--session", "s1"], { input });
  expect(stdout).toContain('? the result of scan {"at":"a"}\n');
  expect(stdout).toContain("does not fit the output schema of scan");
  expect(stdout).toContain('{"hits":1},{"hits":2}\n');
  const left = await folder.app(["chat", "--session", "s2"], { input: "scan a\n\n" });
  expect(left.stdout).toMatch(/kigumi answer \S+ e1=<result> --id x1 --by <name>/);
});
