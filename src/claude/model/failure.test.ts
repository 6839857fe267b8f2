import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { SDKMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { expect, test } from "vitest";
import { type AnthropicStep, createAnthropicEndpoint, createTestClock } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";
import { watchedCli } from "../testing/watched-cli.ts";
import { ClaudeCodeModel } from "./claude-code-model.ts";
import { CLIExecutionError } from "./cli-execution-error.ts";
import { errorOfResult } from "./failure.ts";
import type { ClaudeCodeModelSettings } from "./model-settings.ts";

const prompt: LanguageModelV4CallOptions["prompt"] = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];

async function failure(script: readonly AnthropicStep[], settings: ClaudeCodeModelSettings = {}) {
  await using endpoint = await createAnthropicEndpoint({ script });
  // Awaited here: the endpoint, and the directory that the CLI runs in, go away when this returns.
  return await modelAt(endpoint, settings)
    .doGenerate({ prompt })
    .catch((error: unknown) => error);
}

test("an API that refuses is told with its status, its session, and whether to try again", async () => {
  const error = await failure([{ status: 401 }]);
  expect(error).toBeInstanceOf(CLIExecutionError);
  expect(error).toMatchObject({ errorType: "permission", httpStatus: 401, sessionId: expect.any(String) });
});

test.for([
  [401, { code: "cli_permission", errorType: "permission", kind: "auth", isRetryable: false }],
  [429, { code: "cli_unknown", errorType: "unknown", kind: "rate_limited", isRetryable: true }],
  [529, { code: "cli_unknown", errorType: "unknown", kind: "unavailable", isRetryable: true }],
] as const)("a result with the API's status %i", ([status, expected]) => {
  const result = { type: "result", subtype: "success", is_error: true, result: "no", api_error_status: status };
  const asked = { model: new ClaudeCodeModel(), hasRunTools: false };
  const error = errorOfResult(result as SDKResultMessage, asked);
  expect(error).toMatchObject({ ...expected, httpStatus: status });
});

test("a limit on turns that is reached is an error of the request", async () => {
  const reading = { toolCalls: [{ name: "Read", args: { file_path: "/dev/null" } }] };
  const error = await failure([reading, reading], { maxTurns: 1, builtInTools: ["Read"] });
  expect(error).toMatchObject({ code: "cli_unknown", kind: "invalid_request", isRetryable: false });
  expect(String(error)).toMatch(/maximum number of turns/);
});

test("a CLI that is not there is said to be missing", async () => {
  const error = await failure([], { queryOptions: { pathToClaudeCodeExecutable: "/nowhere/claude" } });
  expect(error).toMatchObject({ code: "cli_not_found", errorType: "cli_not_found", isRetryable: false });
});

test("an answer without a word may be asked for again", async () => {
  const error = await failure([{ text: "" }, { text: "" }]);
  expect(error).toMatchObject({ code: "cli_invalid_response", isRetryable: true });
});

test.for(["/nowhere", process.execPath])(
  "a working directory that is none is refused by name: %s",
  async (workingDirectory) => {
    const error = await failure([], { workingDirectory });
    expect(error).toMatchObject({ code: "invalid_settings", data: { setting: "workingDirectory" } });
  },
);

test("a CLI that is killed in the middle may be asked again", async () => {
  const { killed, options: queryOptions } = watchedCli();
  const error = await failure([killed], { queryOptions });
  expect(error).toMatchObject({ kind: "unavailable", isRetryable: true, message: expect.stringContaining("SIGKILL") });
});

test("once tools have run for a request, nothing that fails it says that it may be repeated", async () => {
  const { killed, options: queryOptions } = watchedCli();
  const calling = { toolCalls: [{ name: "mcp__pydantic_tools__count", args: {} }] };
  await using endpoint = await createAnthropicEndpoint({ script: [calling, killed] });
  const model = modelAt(endpoint, { queryOptions });
  let count = 0;
  model.setAgentToolsets([
    { name: "count", parametersJsonSchema: { type: "object" }, function: () => String(++count) },
  ]);
  const error = await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "unavailable", isRetryable: false });
  expect(count).toBe(1);
});

test("a session that is not there is the caller's mistake, and says where sessions are looked for", async () => {
  const error = await failure([], { resume: "00000000-0000-4000-8000-000000000000" });
  expect(error).toMatchObject({ kind: "invalid_request", isRetryable: false });
  expect(String(error)).toMatch(/No conversation found.*workingDirectory/);
});

test("time that is up while the API does not answer says so", async () => {
  const clock = createTestClock();
  const { ended, options: cli } = watchedCli();
  await using endpoint = await createAnthropicEndpoint({ script: [] });
  const env = { ...endpoint.env, ANTHROPIC_BASE_URL: "http://127.0.0.1:9" };
  const onMessage = (message: SDKMessage) => {
    if (message.type === "system" && message.subtype === "api_retry") void clock.advance(60_000);
  };
  const model = modelAt(endpoint, { timeoutMs: 60_000, clock, onMessage, queryOptions: { ...cli, env } });
  const error = await model.doGenerate({ prompt }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ errorType: "timeout", isRetryable: true });
  expect(String(error)).toMatch(/the API could not be reached.*attempt 1 of \d+.*ANTHROPIC_BASE_URL/);
  await ended();
});

test("time that is up ends the CLI, and the request with a timeout that may be tried again", async () => {
  const clock = createTestClock();
  const never: AnthropicStep = (_request, signal) => {
    void clock.advance(60_000);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const { ended, options: queryOptions } = watchedCli();
  await using endpoint = await createAnthropicEndpoint({ script: [never] });
  const asking = modelAt(endpoint, { timeoutMs: 60_000, clock, queryOptions }).doGenerate({ prompt });
  await expect(asking).rejects.toMatchObject({
    errorType: "timeout",
    kind: "timeout",
    exitCode: -9,
    isRetryable: true,
  });
  await ended();
});

test("an abort reaches whoever aborted as it is, streaming or not", async () => {
  const controller = new AbortController();
  const reason = new Error("changed my mind");
  const hanging: AnthropicStep = (_request, signal) => {
    controller.abort(reason);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  await using endpoint = await createAnthropicEndpoint({ script: [hanging] });
  const { ended, options: queryOptions } = watchedCli();
  const model = modelAt(endpoint, { queryOptions });
  const { stream } = await model.doStream({ prompt, abortSignal: controller.signal });
  const reader = stream.getReader();
  const reading = (async () => {
    for (;;) if ((await reader.read()).done) return;
  })();
  await expect(reading).rejects.toBe(reason);
  await expect(model.doGenerate({ prompt, abortSignal: controller.signal })).rejects.toBe(reason);
  await ended();
});

test("a failure in mid-stream is the stream's last part", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [{ status: 529 }] });
  const { stream } = await modelAt(endpoint).doStream({ prompt });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  expect(parts.map(({ type }) => type)).toEqual(["stream-start", "error"]);
  expect(parts.at(-1)).toMatchObject({ error: { kind: "unavailable" } });
});
