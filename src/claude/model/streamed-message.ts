/**
 * One message of the model, block by block. Blocks are told as they grow where somebody listens; what a caller acts on,
 * the calls, is told when the message is complete. A message that breaks off never was one: the CLI asks again, and
 * only text that has been passed on cannot be taken back.
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { SDKAssistantMessage } from "@anthropic-ai/claude-agent-sdk";
import { stringifyJson } from "../../json/stringify-json.ts";
import { type StreamEvent, textOfDelta } from "./block-text.ts";
import type { KnownTool } from "./request-tools.ts";
import { STRUCTURED_OUTPUT_TOOL } from "./structured-output.ts";

export interface StreamedMessageOptions {
  /** By the names under which Claude knows them. */
  readonly known: ReadonlyMap<string, KnownTool>;
  readonly runBy: "caller" | "claude";
  /** Text is held back: the answer is made of it, or of the structured output, at the end. */
  readonly isTextHeld: boolean;
  /** Somebody reads along. Otherwise every block is told at once, when the message is complete. */
  readonly isLive: boolean;
}

export interface Block {
  readonly type: "text" | "reasoning" | "call" | "structured";
  readonly id: string;
  readonly tool: KnownTool;
  /** Run in Claude's own loop. */
  readonly isExecuted: boolean;
  content: string;
  /** Its beginning has been told, and its end has not. */
  isOpen: boolean;
}

export type Parts = readonly LanguageModelV4StreamPart[];

type ContentBlock = Extract<StreamEvent, { type: "content_block_start" }>["content_block"];
type Delta = Extract<StreamEvent, { type: "content_block_delta" }>["delta"];

export class StreamedMessage {
  readonly id: string;
  readonly #options: StreamedMessageOptions;
  /** By the index in the message. */
  readonly #blocks = new Map<number, Block>();
  #hasToldText = false;

  constructor(id: string, options: StreamedMessageOptions) {
    this.id = id;
    this.#options = options;
  }

  /** In their order; those that say nothing here are left out. */
  get blocks(): readonly Block[] {
    return [...this.#blocks.values()];
  }

  /** Text that belongs to it has been passed on. */
  get hasToldText(): boolean {
    return this.#hasToldText;
  }

  start(index: number, content: ContentBlock): Parts {
    const block = this.#blockOf(`${this.id}/${index}`, content);
    if (block === undefined) return [];
    this.#blocks.set(index, block);
    return this.#isLive(block) ? opening(block) : [];
  }

  append(index: number, delta: Delta): Parts {
    const block = this.#blocks.get(index);
    const text = textOfDelta(delta) ?? "";
    if (block === undefined || text === "") return [];
    block.content += text;
    if (!block.isOpen) return [];
    this.#hasToldText ||= block.type === "text";
    return growing(block, text);
  }

  stop(index: number): Parts {
    const block = this.#blocks.get(index);
    return block === undefined ? [] : closing(block);
  }

  /** All of it at once, as the CLI tells a message that it has not streamed. */
  add(blocks: SDKAssistantMessage["message"]["content"]): void {
    for (const content of blocks) {
      const index = this.#blocks.size;
      const block = this.#blockOf(`${this.id}/${index}`, content);
      if (block !== undefined) this.#blocks.set(index, { ...block, content: wholeOf(content) });
    }
  }

  /** What was not told while it grew, but for calls. */
  told(block: Block): Parts {
    if (this.#isLive(block) || (block.type === "text" && this.#options.isTextHeld)) return closing(block);
    return block.content === "" ? [] : [...opening(block), ...growing(block, block.content), ...closing(block)];
  }

  /** Ends what was begun, for a message that is not to be completed. */
  abandon(): Parts {
    return this.blocks.flatMap(closing);
  }

  #isLive({ type }: Block): boolean {
    return this.#options.isLive && !(type === "text" && this.#options.isTextHeld);
  }

  #blockOf(id: string, content: ContentBlock): Block | undefined {
    const plain = { id, tool: { name: "" }, isExecuted: false, content: "", isOpen: false };
    if (content.type === "text") return { ...plain, type: "text" };
    if (content.type === "thinking") return { ...plain, type: "reasoning" };
    if (content.type !== "tool_use") return undefined;
    if (content.name === STRUCTURED_OUTPUT_TOOL) return { ...plain, type: "structured" };
    const known = this.#options.known.get(content.name);
    const isExecuted = known === undefined || this.#options.runBy === "claude";
    return { ...plain, type: "call", id: content.id, tool: known ?? { name: content.name }, isExecuted };
  }
}

function wholeOf(content: ContentBlock): string {
  if (content.type === "text") return content.text;
  if (content.type === "thinking") return content.thinking;
  return content.type === "tool_use" ? stringifyJson(content.input) : "";
}

function opening(block: Block): Parts {
  const { type, id, tool, isExecuted } = block;
  if (type === "structured") return [];
  block.isOpen = true;
  if (type !== "call") return [{ type: `${type}-start`, id }];
  return [{ type: "tool-input-start", id, toolName: tool.name, ...(isExecuted ? EXECUTED : {}) }];
}

function growing({ type, id }: Block, delta: string): Parts {
  if (type === "structured") return [];
  return [{ type: type === "call" ? "tool-input-delta" : `${type}-delta`, id, delta }];
}

function closing(block: Block): Parts {
  if (!block.isOpen) return [];
  block.isOpen = false;
  const { type, id } = block;
  return type === "structured" ? [] : [{ type: type === "call" ? "tool-input-end" : `${type}-end`, id }];
}

/** Dynamic: the caller may not have declared a tool that the CLI runs. */
export const EXECUTED = { providerExecuted: true, dynamic: true } as const;
