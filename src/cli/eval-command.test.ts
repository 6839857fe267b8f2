import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOpenAIEndpoint, type OpenAIEndpoint } from "../testing/openai-endpoint/create-openai-endpoint.ts";
import type { OpenAIResponder } from "../testing/openai-endpoint/script.ts";
import { CliFolder } from "./testing/cli-process.ts";

let folder: CliFolder;
let endpoint: OpenAIEndpoint;
let respond: OpenAIResponder;
beforeEach(async () => {
  folder = new CliFolder();
  respond = politeWins;
  endpoint = await createOpenAIEndpoint({ script: (request, signal) => respond(request, signal) });
});
afterEach(async () => {
  await endpoint[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const EVAL = fileURLToPath(new URL("./eval/testing/answers-eval.ts", import.meta.url));
const evaluate = (args: readonly string[]) => folder.run(["eval", EVAL, ...args], { env: endpoint.env });

/** The second version gains 0.2 on every case, and what a case scores depends on its number. */
const politeWins: OpenAIResponder = ({ instructions, body }) => {
  const input = JSON.stringify(body.input);
  if (!instructions.startsWith("Judge")) return instructions;
  const [, number = "0"] = /question (\d)/.exec(input) ?? [];
  const score = Number(number) / 10 + (input.includes("politely") ? 0.2 : 0);
  return { output: { score, comments: ["as scripted"] } };
};

test("eval scores both versions, plots them with their intervals and says which is better", async () => {
  const { code, stdout, stderr } = await evaluate([]);
  expect(code).toBe(0);
  const [scale, v1, v2, comparison] = stdout.split("\n");
  expect(scale).toMatch(/^ {4}0 {48}1$/);
  expect(v1).toMatch(/^v1 {2}·+├─+●─+┤·+ {2}0\.450 \[0\.\d+, 0\.\d+\] {2}n=8$/);
  expect(v2).toMatch(/^v2 {2}·+├─+●─+┤·+ {2}0\.650 \[0\.\d+, 0\.\d+\] {2}n=8$/);
  expect(comparison).toBe("v2 − v1: +0.200 [+0.200, +0.200]  n=8  better");
  expect(stderr).toMatch(/^run eval-\S+$/m);
  expect(stderr).toContain("intervals hold 95 %: percentile bootstrap over cases, differences by pairs, seed 1\n");

  const judged = await folder.run(["traces", "judges", "--below", "0.15", "--workflow", "answers", "--json"]);
  expect(new Set(judged.json.map(({ traceId }) => traceId)).size).toBe(1);
});

test("--json tells every case and then the result; the seed makes it repeatable", async () => {
  const { code, json } = await evaluate(["--json", "--limit", "3", "--concurrency", "1", "--seed", "5"]);
  expect(code).toBe(0);
  expect(json.slice(0, 2)).toMatchObject([
    { type: "case", outcome: "scored", variant: "v1", caseId: "c1", score: 0.1, traceId: expect.any(String) },
    { type: "case", outcome: "scored", variant: "v2", caseId: "c1" },
  ]);
  expect(json).toHaveLength(3 * 2 + 1);
  expect(json.at(-1)).toMatchObject({
    type: "result",
    run: expect.stringMatching(/^eval-/),
    variants: [{ variant: "v1", scored: 3, failed: 0 }, { variant: "v2" }],
    comparisons: [{ baseline: "v1", variant: "v2", verdict: "better" }],
    ...{ confidence: 0.95, seed: 5 },
  });
});

test("a regression and a low score are exit code 1 where they were asked about, and say so", async () => {
  const swapped = ["--baseline", "v2"];
  expect((await evaluate([...swapped])).code).toBe(0);
  const gated = await evaluate([...swapped, "--no-regression", "--min-score", "0.5"]);
  expect(gated.code).toBe(1);
  expect(gated.stderr).toContain("error: v1 scores 0.45, below 0.5; v1 is worse than v2 by 0.2\n");
  expect(gated.stdout).toContain("v1 − v2: -0.200 [-0.200, -0.200]  n=8  worse\n");
  const passing = await evaluate(["--variants", "v1", "v2", "--no-regression", "--min-score", "0.5"]);
  expect(passing.code).toBe(0);
});

test("an answer that fails is exit code 1, and --resume asks for that one only", async () => {
  respond = (request, signal) =>
    JSON.stringify(request.body.input).includes("question 3")
      ? { status: 400, message: "no luck" }
      : politeWins(request, signal);
  const failed = await evaluate(["--json"]);
  expect(failed.code).toBe(1);
  expect(failed.json.at(-1)).toMatchObject({
    code: "eval_failed",
    message: "2 answers failed and could not be scored",
  });
  const run = String(failed.json.at(-2)?.run);

  respond = politeWins;
  const asked = endpoint.requests.length;
  const resumed = await evaluate(["--resume", run, "--json"]);
  expect(resumed.code).toBe(0);
  expect(endpoint.requests.length - asked).toBe(4);
  expect(resumed.json.at(-1)).toMatchObject({ run, variants: [{ scored: 8 }, { scored: 8 }] });
});

test("an interrupted run says how to go on, and goes on", async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  respond = async (request, signal) => {
    if (!JSON.stringify(request.body.input).includes("question 3")) return politeWins(request, signal);
    asked();
    await once(signal, "abort");
    return "too late";
  };
  const cli = folder.start(["eval", EVAL, "--json", "--concurrency", "1"], endpoint.env);
  await isAsked;
  cli.child.kill("SIGINT");
  const { code, json } = await cli.ended;
  expect(code).toBe(1);
  expect(json.map(({ type }) => type)).toEqual(["case", "case", "case", "case", "error"]);
  const { message } = json.at(-1) ?? {};
  expect(message).toMatch(/^interrupted after 4 of 16; go on with --resume eval-\S+$/);

  respond = politeWins;
  const before = endpoint.requests.length;
  const resumed = await evaluate(["--resume", String(message).split(" ").at(-1) ?? "", "--json"]);
  expect(resumed.json.at(-1)).toMatchObject({ variants: [{ scored: 8 }, { scored: 8 }] });
  expect(endpoint.requests.length - before).toBe(2 * 12);
});

test("what cannot be evaluated is said in a line or two", async () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return name;
  };
  const bad = await evaluate(["--dataset", file("bad.jsonl", '{"input":"a"}\n{"inptu":"b"}\n')]);
  expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('line 2: "input" has to be a text') });
  const missing = await evaluate(["--dataset", "nowhere.jsonl"]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("nowhere.jsonl cannot be read") });
  const stranger = await evaluate(["--variants", "v3"]);
  expect(stranger).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no variant "v3"') });
  const unknown = await evaluate(["--resume", "eval-0"]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("no score of the run eval-0") });
  const foreign = await evaluate(["--traces", file("notes.txt", "somebody's notes")]);
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining("is no SQLite database") });
  const none = await folder.run(["eval", file("none.mjs", "export const x = 1;")]);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("exports no evaluation") });
  expect(endpoint.requests).toEqual([]);
});
