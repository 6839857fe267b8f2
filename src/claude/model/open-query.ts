/** One `query()` of the SDK, which is loaded when it is first needed: its package brings a whole CLI. */
import type { Options, Query, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { loadPeer } from "../../errors/load-peer.ts";
import type { Clock } from "../../tool/clock.ts";
import { type PromptContent, ResumedPrompt, userMessage } from "./resumed-prompt.ts";

/** The code of the error when a session was to go on at a call, and stands at none. */
export const NOTHING_TO_RESUME = "nothing_to_resume";

export interface QueryInput {
  /** A function is asked when the prompt is sent, which at a call may be late. */
  readonly content: PromptContent | (() => Promise<PromptContent>);
  readonly options: Options;
  /** The session that is resumed stands at a call, which comes before the prompt. */
  readonly isAtCall: boolean;
  readonly clock: Clock;
}

/** Leaving the messages before their end ends the CLI as well. */
export async function openQuery({
  content,
  options,
  isAtCall,
  clock,
}: QueryInput): Promise<AsyncGenerator<SDKMessage, void>> {
  const { query } = await loadPeer(
    "@anthropic-ai/claude-agent-sdk",
    "kigumi/claude",
    () => import("@anthropic-ai/claude-agent-sdk"),
  );
  const said = typeof content === "function" ? content : async () => content;
  if (!isAtCall) {
    const prompt = await said();
    return ending(query({ prompt: typeof prompt === "string" ? prompt : once(prompt), options }));
  }
  const prompt = new ResumedPrompt(said, clock);
  // The prompt waits for what its own query says.
  const opening = Promise.withResolvers<Query>();
  const opened = query({ prompt: prompt.messages(opening.promise), options });
  opening.resolve(opened);
  return resuming(opened, prompt);
}

async function* ending(query: Query): AsyncGenerator<SDKMessage, void> {
  try {
    yield* query;
  } finally {
    query.close();
  }
}

/** The result that is not the end is passed on only when nothing followed it after all. */
async function* resuming(query: Query, prompt: ResumedPrompt): AsyncGenerator<SDKMessage, void> {
  let held: SDKMessage | undefined;
  try {
    for await (const message of query) {
      const isPremature = prompt.observe(message);
      held = isPremature ? message : undefined;
      if (!isPremature) yield message;
    }
    if (held !== undefined) yield held;
    if (!prompt.isHeard) throw nothingToResume();
  } finally {
    prompt.close();
    query.close();
  }
}

function nothingToResume(): KigumiError {
  return new KigumiError({
    code: NOTHING_TO_RESUME,
    message: "the session that is resumed stands at no call; pass a prompt to go on with it",
  });
}

async function* once(content: Exclude<PromptContent, string>): AsyncGenerator<SDKUserMessage, void, undefined> {
  yield userMessage(content);
}
