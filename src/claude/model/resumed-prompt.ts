/**
 * The prompt of a session that stopped at a call. The CLI takes the call up by itself when it starts, if it is a tool
 * of its own; one of ours it misses at first, because it merges our server's tools only with a prompt, and says so in a
 * result. So the prompt is held back until that result has come and the server is connected, and is never an empty one;
 * without that result it is sent only if there is something in it.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Query, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import type { Clock } from "../../tool/clock.ts";
import { GO_ON, type UserBlock } from "./user-blocks.ts";

/** Text, or blocks when files go with it. */
export type PromptContent = string | readonly UserBlock[];

export class ResumedPrompt {
  readonly #content: () => Promise<PromptContent>;
  readonly #clock: Clock;
  readonly #isMissed = Promise.withResolvers<boolean>();
  #hasMessages = false;
  #cancelTimer = () => {};

  /** `content` is asked when the prompt is sent: what it tells may have changed since the session was resumed. */
  constructor(content: () => Promise<PromptContent>, clock: Clock) {
    this.#clock = clock;
    this.#content = content;
  }

  /** For `query()`; `opening` is the query this is the prompt of. */
  async *messages(opening: Promise<Query>): AsyncGenerator<SDKUserMessage, void, undefined> {
    const query = await opening;
    this.#giveUpWhenQuiet(query).catch(() => this.close());
    const isMissed = await this.#isMissed.promise;
    if (isMissed) await connected(query);
    const content = blocksOf(await this.#content());
    // The CLI would make "(no content)" of an empty prompt, for Claude to wonder about.
    if (isMissed || content.length > 0) yield userMessage(content.length > 0 ? content : blocksOf(GO_ON));
  }

  /** Whether the query has said anything at all. */
  get isHeard(): boolean {
    return this.#hasMessages;
  }

  /** Has to be told of the query's messages; true for the result that is not the end. */
  observe(message: SDKMessage): boolean {
    this.#hasMessages = true;
    this.#cancelTimer();
    if (message.type !== "result") return false;
    const isMissed = message.terminal_reason === "tool_deferred_unavailable";
    this.#isMissed.resolve(isMissed);
    return isMissed;
  }

  /** No more messages will come: whoever waits goes on without. */
  close(): void {
    this.#cancelTimer();
    this.#isMissed.resolve(false);
  }

  /** A session that stands at no call says nothing before it is spoken to. */
  async #giveUpWhenQuiet(query: Query): Promise<void> {
    await query.initializationResult();
    if (!this.#hasMessages) this.#cancelTimer = this.#clock.after(QUIET_MS, () => this.close());
  }
}

function blocksOf(content: PromptContent): readonly UserBlock[] {
  const blocks: readonly UserBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return blocks.filter((block) => block.type !== "text" || block.text !== "");
}

/** Far longer than the CLI takes from its start to the call, on a machine that is busy as well. */
const QUIET_MS = 15_000;
const POLL_MS = 20;

async function connected(query: Query): Promise<void> {
  for (;;) {
    const servers = await query.mcpServerStatus();
    if (servers.length > 0 && servers.every(({ status }) => status !== "pending")) return;
    await pause(POLL_MS);
  }
}

export function userMessage(content: readonly UserBlock[]): SDKUserMessage {
  return { type: "user", message: { role: "user", content: [...content] }, parent_tool_use_id: null };
}
