/**
 * What was made of a conversation on earlier turns, so that a turn costs what is new in it and not what is old. Only
 * what stands before the last assistant message is remembered: later messages cannot change how that reads. The
 * messages of a prompt are shared with later prompts, and are not to be changed by whoever gets them.
 */
import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { Message } from "../run/message.ts";

/** The settled part of one conversation. */
export interface SettledConversation {
  /** How many messages are settled. */
  readonly length: number;
  /** The tools it speaks of. */
  readonly toolNames: ReadonlySet<string>;
  /** Its prompt under these circumstances, made with `speak` as far as it has not been made before. */
  prompt(circumstances: string, from: number, speak: (messages: readonly Message[]) => Prompt): Prompt;
}

type Prompt = readonly LanguageModelV4Message[];

export class ConversationMemory {
  /** By the first message: it lives as long as the conversation is held by a run. */
  readonly #conversations = new WeakMap<Message, Conversation>();

  recall(messages: readonly Message[]): SettledConversation {
    const [first] = messages;
    const known = first === undefined ? undefined : this.#conversations.get(first);
    const conversation = known?.continues(messages) ? known : new Conversation();
    if (first !== undefined && conversation !== known) this.#conversations.set(first, conversation);
    conversation.settle(messages);
    return conversation;
  }
}

class Conversation implements SettledConversation {
  readonly toolNames = new Set<string>();
  #messages: readonly Message[] = [];
  #length = 0;
  #circumstances: string | undefined;
  #prompt: LanguageModelV4Message[] = [];
  #promptedThrough = 0;

  get length(): number {
    return this.#length;
  }

  continues(messages: readonly Message[]): boolean {
    if (this.#length > 0 && messages[this.#length]?.role !== "assistant") return false;
    for (let index = 0; index < this.#length; index++) if (messages[index] !== this.#messages[index]) return false;
    return true;
  }

  settle(messages: readonly Message[]): void {
    const before = this.#length;
    this.#messages = messages;
    this.#length = lastAnswer(messages);
    for (const name of toolNamesIn(messages.slice(before, this.#length))) this.toolNames.add(name);
  }

  prompt(circumstances: string, from: number, speak: (messages: readonly Message[]) => Prompt): Prompt {
    if (this.#circumstances !== circumstances) {
      this.#circumstances = circumstances;
      this.#prompt = [];
      this.#promptedThrough = from;
    }
    if (this.#promptedThrough < this.#length) {
      addMessages(this.#prompt, speak(this.#messages.slice(this.#promptedThrough, this.#length)));
      this.#promptedThrough = this.#length;
    }
    return this.#prompt;
  }
}

/** Adds to the end. Roles have to alternate for some providers, so a user's message joins that of a user before it. */
export function addMessages(prompt: LanguageModelV4Message[], added: Prompt): void {
  for (const message of added) {
    const previous = prompt.at(-1);
    if (message.role !== "user" || previous?.role !== "user") prompt.push(message);
    // Not into the message that is there: an earlier prompt may hold it.
    else prompt[prompt.length - 1] = { ...previous, content: [...previous.content, ...message.content] };
  }
}

export function toolNamesIn(messages: readonly Message[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === "tool") return message.results.map(({ name }) => name);
    if (message.role !== "assistant") return [];
    return message.content.filter((part) => part.type === "tool_use").map(({ name }) => name);
  });
}

function lastAnswer(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex(({ role }) => role === "assistant"),
  );
}
