/**
 * Our transcript as the prompt of a model call. System messages stand first and nowhere else: several providers refuse
 * a later one, so what the system says in mid-conversation (reminders, the call to finish) is said by the user, inside
 * a `<system-reminder>` element. Empty messages and parts, which providers refuse too, are left out.
 */
import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { assertNever } from "../errors/assert-never.ts";
import type { AssistantMessage, Message, SystemMessage, UserMessage } from "../run/message.ts";
import { addMessages, ConversationMemory, type SettledConversation } from "./conversation-memory.ts";
import { pairToolResults } from "./pair-tool-results.ts";
import { toContentPart, toProviderOptions, toReasoningPart, toResultOutput, toToolCallPart } from "./to-prompt-part.ts";
import { toolHistoryAsText } from "./tool-history-as-text.ts";

export interface PromptOptions {
  /** The first system message. */
  readonly instructions?: string | undefined;
  /** Said last: why the run has to answer now. */
  readonly closing?: string | undefined;
  readonly toWireName: (toolName: string) => string;
  /** Under which name the provider keeps what it signs; see `toReasoningPart`. */
  readonly providerKey: string;
  /** Tell calls and results in words; for providers that need tools to be offered to show them. */
  readonly toolHistory?: "parts" | "text";
  /** What is remembered of the conversation; without it, all of it is converted. */
  readonly settled?: SettledConversation | undefined;
  /** Put on the last system message: a prompt-cache checkpoint. */
  readonly afterSystem?: SharedV4ProviderOptions | undefined;
}

export function toPrompt(messages: readonly Message[], options: PromptOptions): LanguageModelV4Prompt {
  const { instructions = "", closing = "", toolHistory = "parts" } = options;
  const settled = options.settled ?? new ConversationMemory().recall(messages);
  const leading = leadingSystemMessages(messages);
  const system = [instructions, ...leading.map(({ content }) => content)]
    .filter((content) => content !== "")
    .map((content): LanguageModelV4Message => ({ role: "system", content }));
  const last = system.at(-1);
  if (last !== undefined && options.afterSystem !== undefined) last.providerOptions = options.afterSystem;

  // Names and forms decide how a message reads; while they are as before, what was made of it still holds.
  const names = [...settled.toolNames].map((name) => [name, options.toWireName(name)]);
  const circumstances = JSON.stringify([toolHistory, options.providerKey, leading.length, names]);
  const speak = (part: readonly Message[]) => spoken(part, options);
  const prompt = [...system, ...settled.prompt(circumstances, leading.length, speak)];
  const rest = messages.slice(Math.max(settled.length, leading.length));
  addMessages(prompt, speak([...rest, { role: "system", content: closing }]));
  return prompt;
}

/** Whole turns in the words of the model port: each call with its result, nothing empty. */
function spoken(messages: readonly Message[], options: PromptOptions): LanguageModelV4Message[] {
  const paired = pairToolResults(messages);
  const conversation = options.toolHistory === "text" ? toolHistoryAsText(paired) : paired;
  const said: LanguageModelV4Message[] = [];
  addMessages(
    said,
    conversation.map((message) => convert(message, options)).filter(({ content }) => content.length > 0),
  );
  return said;
}

function leadingSystemMessages(messages: readonly Message[]): SystemMessage[] {
  const leading: SystemMessage[] = [];
  for (const message of messages) {
    if (message.role !== "system") break;
    leading.push(message);
  }
  return leading;
}

function convert(message: Message, options: PromptOptions): LanguageModelV4Message {
  switch (message.role) {
    case "system":
      return { role: "user", content: texts(asReminder(message.content)) };
    case "user":
      return { role: "user", content: userContent(message) };
    case "assistant":
      return { role: "assistant", content: assistantContent(message, options) };
    case "tool": {
      const content = message.results.map((result) => ({
        type: "tool-result" as const,
        toolCallId: result.id,
        toolName: options.toWireName(result.name),
        output: toResultOutput(result),
      }));
      return { role: "tool", content };
    }
    default:
      return assertNever(message);
  }
}

function asReminder(text: string): string {
  return text === "" || text.includes("<system-reminder>") ? text : `<system-reminder>\n${text}\n</system-reminder>`;
}

function texts(text: string) {
  return text === "" ? [] : [{ type: "text" as const, text }];
}

type UserContent = Extract<LanguageModelV4Message, { role: "user" }>["content"];
type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];

function userContent({ content }: UserMessage): UserContent {
  if (typeof content === "string") return texts(content);
  return content.filter((part) => part.type !== "text" || part.text !== "").map(toContentPart);
}

function assistantContent({ content }: AssistantMessage, options: PromptOptions): AssistantContent {
  return content.flatMap((part): AssistantContent => {
    switch (part.type) {
      case "text":
        return texts(part.text).map((text) => ({ ...text, ...toProviderOptions(part.providerMetadata) }));
      case "thinking": {
        const reasoning = toReasoningPart(part, options.providerKey);
        return reasoning.text === "" && reasoning.providerOptions === undefined ? [] : [reasoning];
      }
      case "tool_use":
        return [toToolCallPart(part, options.toWireName)];
      default:
        return assertNever(part);
    }
  });
}
