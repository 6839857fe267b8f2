/**
 * A request's prompt as the SDK takes it: a system prompt, and one user message for a session. A session that is new
 * gets the conversation before it as text; one that is resumed has it, and gets only what was said since.
 */
import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { conversationAsText } from "./conversation-as-text.ts";
import { type DeferredCall, findDeferredCall } from "./deferred-call.ts";
import { GO_ON, toUserBlocks, type UserBlock, type UserMessage } from "./user-blocks.ts";

export interface QueryPrompt {
  readonly system: string;
  /** Text, or blocks when files go with it. */
  readonly content: string | readonly UserBlock[];
  /** The session stopped at a call whose result this prompt brings; it goes on from there. */
  readonly deferred?: DeferredCall;
}

export interface QueryPromptOptions {
  /** `resumed`: the caller named a session that knows the conversation. `text`: use no session, even if one is known. */
  readonly history: "auto" | "resumed" | "text";
}

const LONGEST_TEXT = 1_000_000;

export function toQueryPrompt(prompt: LanguageModelV4Prompt, { history }: QueryPromptOptions): QueryPrompt {
  const system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n\n");
  const conversation = prompt.filter(({ role }) => role !== "system");
  const deferred = history === "auto" ? findDeferredCall(conversation) : undefined;
  if (deferred !== undefined) return { system, deferred, content: joined([], deferred.following) };

  const users = trailingUsers(conversation);
  const before = conversation.slice(
    history === "resumed" ? afterLastAnswer(conversation) : 0,
    -users.length || undefined,
  );
  const texts = before.length === 0 ? [] : [conversationAsText(before)];
  if (users.length === 0) texts.push(GO_ON);
  const content = joined(texts, users);
  if (before.length === 0 && isBlank(content)) {
    throw new KigumiError({
      code: "invalid_prompt",
      message: "the prompt has no user message with something in it; Claude Code needs one to answer",
    });
  }
  return { system, content };
}

function trailingUsers(conversation: readonly LanguageModelV4Message[]): UserMessage[] {
  const last = conversation.findLastIndex(({ role }) => role !== "user");
  return conversation.slice(last + 1).filter((message) => message.role === "user");
}

function afterLastAnswer(conversation: readonly LanguageModelV4Message[]): number {
  return conversation.findLastIndex(({ role }) => role === "assistant") + 1;
}

/** One text where text is all there is, so that most prompts stay as readable as they were written. */
function joined(texts: readonly string[], users: readonly UserMessage[]): QueryPrompt["content"] {
  const said = toUserBlocks(users);
  const blocks: UserBlock[] = [...texts.map((text): UserBlock => ({ type: "text", text })), ...said];
  const lines = blocks.map((block) => (block.type === "text" ? block.text : undefined));
  if (!lines.every((line) => line !== undefined)) return blocks;
  const text = [...texts, lines.slice(texts.length).join("\n")].filter((part) => part !== "").join("\n\n");
  if (text.length <= LONGEST_TEXT) return text;
  throw new KigumiError({
    code: "prompt_too_long",
    message: `the prompt has ${text.length} characters, and Claude Code takes ${LONGEST_TEXT}; shorten the history, or resume a session that knows it`,
    data: { length: text.length },
  });
}

function isBlank(content: QueryPrompt["content"]): boolean {
  return typeof content === "string" && (content.trim() === "" || content === GO_ON);
}
