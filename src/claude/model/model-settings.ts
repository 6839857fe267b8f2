/**
 * What a `ClaudeCodeModel` is told once and what each request may say again, under `providerOptions.claudeCode`. Both
 * are checked where they come in: a setting that cannot be honoured is refused by name.
 */

import type { Options, SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import { LONGEST_TIMER_MS } from "../../clock/system-clock.ts";
import { didYouMean } from "../../errors/did-you-mean.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { isObject, jsonTypeOf } from "../../json/json.ts";
import type { Clock } from "../../tool/clock.ts";
import type { Logger } from "../../tool/logger.ts";

/** Settings that each request may give its own value. */
export interface RequestSettings {
  /** How long a request may take, the start of the CLI included. Default two minutes. */
  timeoutMs?: number;
  /** Turns of the CLI's own loop; default: its own limit, and 3 for structured output. */
  maxTurns?: number;
  maxBudgetUsd?: number;
  /** Follows the system prompt of the request, after a blank line. */
  appendSystemPrompt?: string;
  /** Where the CLI runs, and which sessions it finds. Default: where this process does. */
  workingDirectory?: string;
  /** Goes on with the latest session of the working directory. */
  continueConversation?: boolean;
  /** Goes on with this session. Either this or `continueConversation`. */
  resume?: string;
}

export interface ClaudeCodeModelSettings extends RequestSettings {
  /** Default `claude-sonnet-4-5`. */
  model?: string;
  /**
   * Who runs the function tools of a request. `caller`: their calls come back with the answer. `claude`: those that
   * `setAgentToolsets` has registered run in this process, inside Claude's loop; without any, a request for tools is
   * refused. Default: `claude` once toolsets are registered, and `caller` until then.
   */
  toolsRunBy?: "caller" | "claude";
  /** Tools of the CLI's own, such as `Read`, that it may use by itself. Default: none. */
  builtInTools?: readonly string[];
  /** Everything else that the SDK's `query()` takes: `env`, `permissionMode`, `hooks`, other MCP servers … */
  queryOptions?: QueryOptions;
  /** Told of every message of the SDK. What it throws is logged and changes nothing. */
  onMessage?: (message: SDKMessage) => void;
  logger?: Logger;
  clock?: Clock;
}

/** Settings of a model that has its name. */
export type NamedSettings = ClaudeCodeModelSettings & { readonly model: string };

/** What the model decides itself, per request, is left out. */
export type QueryOptions = Omit<
  Options,
  | "abortController"
  | "continue"
  | "cwd"
  | "forkSession"
  | "includePartialMessages"
  | "maxBudgetUsd"
  | "maxTurns"
  | "model"
  | "outputFormat"
  | "resume"
  | "sessionId"
  | "systemPrompt"
  | "tools"
>;

export const DEFAULT_TIMEOUT_MS = 120_000;

/** The key of this provider in `providerOptions` and in `providerMetadata`. */
export const PROVIDER_KEY = "claudeCode";

export function assertModelSettings({ toolsRunBy }: ClaudeCodeModelSettings): void {
  if (toolsRunBy === undefined || toolsRunBy === "caller" || toolsRunBy === "claude") return;
  throw invalid("toolsRunBy", '"caller" or "claude"', toolsRunBy);
}

/** The request's own values over the model's, checked together. */
export function resolveSettings(model: RequestSettings, request: unknown = {}): RequestSettings {
  if (!isObject(request)) throw invalid(`providerOptions.${PROVIDER_KEY}`, "an object", request);
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(request)) {
    if (!Object.hasOwn(CHECKS, key)) throw unknownSetting(key);
    if (value !== undefined) own[key] = value;
  }
  // Whoever names a session for one request means that one, whatever the model goes on with otherwise.
  const { resume, continueConversation, ...rest } = model;
  const isSessionNamed = own.resume !== undefined || own.continueConversation !== undefined;
  const inherited = isSessionNamed ? rest : model;
  const settings: Record<string, unknown> = { ...inherited, ...own };
  for (const [key, { expected, holds }] of Object.entries(CHECKS)) {
    const value = settings[key];
    if (value !== undefined && !holds(value)) throw invalid(key, expected, value);
  }
  if (settings.resume !== undefined && settings.continueConversation === true) {
    throw new KigumiError({
      code: "invalid_settings",
      message: "resume and continueConversation exclude each other; name the session, or go on with the latest one",
    });
  }
  // Every key was checked above against what its type says.
  return settings as RequestSettings;
}

interface Check {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const TEXT: Check = { expected: "a text", holds: (value) => typeof value === "string" };
const NAME: Check = {
  expected: "a text that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};

const CHECKS: Readonly<Record<keyof RequestSettings, Check>> = {
  timeoutMs: {
    expected: "a number of milliseconds above 0, 24 days at most",
    holds: (value) => typeof value === "number" && value > 0 && value <= LONGEST_TIMER_MS,
  },
  maxTurns: { expected: "a whole number above 0", holds: (value) => Number.isInteger(value) && Number(value) > 0 },
  maxBudgetUsd: {
    expected: "a number that is not negative",
    holds: (value) => typeof value === "number" && value >= 0,
  },
  appendSystemPrompt: TEXT,
  workingDirectory: NAME,
  continueConversation: { expected: "true or false", holds: (value) => typeof value === "boolean" },
  resume: NAME,
};

function unknownSetting(setting: string): KigumiError {
  const known = Object.keys(CHECKS);
  const near = didYouMean(setting, known);
  const advice = near === undefined ? `it has ${known.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  return new KigumiError({
    code: "invalid_settings",
    message: `providerOptions.${PROVIDER_KEY} has no setting ${JSON.stringify(setting)}; ${advice}`,
    data: { setting },
  });
}

function invalid(setting: string, expected: string, value: unknown): KigumiError {
  const isShort = ["number", "boolean"].includes(typeof value) || (typeof value === "string" && value.length <= 40);
  const given = typeof value === "number" ? String(value) : isShort ? JSON.stringify(value) : jsonTypeOf(value);
  return new KigumiError({
    code: "invalid_settings",
    message: `${setting} has to be ${expected}, not ${given}`,
    data: { setting },
  });
}
