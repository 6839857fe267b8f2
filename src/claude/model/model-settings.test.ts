import { expect, test } from "vitest";
import { ClaudeCodeModel } from "./claude-code-model.ts";
import { resolveSettings } from "./model-settings.ts";

test("a request's settings count over the model's", () => {
  expect(resolveSettings({ timeoutMs: 5, maxTurns: 2 }, { maxTurns: 4 })).toEqual({
    timeoutMs: 5,
    maxTurns: 4,
  });
});

test("a session that a request names replaces what the model would go on with", () => {
  expect(resolveSettings({ continueConversation: true, timeoutMs: 1 }, { resume: "s1" })).toEqual({
    resume: "s1",
    timeoutMs: 1,
  });
});

test("resume and continueConversation exclude each other", () => {
  expect(() => resolveSettings({ resume: "s1", continueConversation: true })).toThrow(/exclude each other/);
});

test.for([
  [{ maxTurns: true }, "maxTurns has to be a whole number above 0, not true"],
  [{ maxTurns: 0 }, "maxTurns has to be a whole number above 0, not 0"],
  [{ maxBudgetUsd: -1 }, "maxBudgetUsd has to be a number that is not negative, not -1"],
  [{ timeoutMs: 0 }, "timeoutMs has to be a number of milliseconds above 0, 24 days at most, not 0"],
  [{ timeoutMs: Number.NaN }, "timeoutMs has to be a number of milliseconds above 0, 24 days at most, not NaN"],
  // A timer of the platform would end these at once.
  [{ timeoutMs: 1e10 }, "timeoutMs has to be a number of milliseconds above 0, 24 days at most, not 10000000000"],
  [
    { timeoutMs: Number.POSITIVE_INFINITY },
    "timeoutMs has to be a number of milliseconds above 0, 24 days at most, not Infinity",
  ],
  [{ workingDirectory: 5 }, "workingDirectory has to be a text that is not empty, not 5"],
  [{ appendSystemPrompt: ["x"] }, "appendSystemPrompt has to be a text, not array"],
  [{ resume: "" }, 'resume has to be a text that is not empty, not ""'],
  [{ maxTurn: 1 }, 'providerOptions.claudeCode has no setting "maxTurn"; did you mean "maxTurns"?'],
  ["text", 'providerOptions.claudeCode has to be an object, not "text"'],
] as const)("%j is refused", ([settings, message]) => {
  expect(() => resolveSettings({}, settings)).toThrow(expect.objectContaining({ code: "invalid_settings", message }));
});

test("a model's own settings are refused where it is made", () => {
  expect(() => new ClaudeCodeModel({ maxTurns: 1.5 })).toThrow("maxTurns has to be a whole number above 0");
});
