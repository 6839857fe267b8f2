/**
 * What the SDK streams, in the parts of the model port. Blocks keep the order in which they began; a call of a tool
 * that runs here is marked as executed, and its result follows it. Messages of subagents are their own business.
 */

import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { decodedInput, parsedOrText, resultText, type StreamEvent, textOfDelta } from "./block-text.ts";
import { PROVIDER_KEY } from "./model-settings.ts";
import type { KnownTool } from "./request-tools.ts";
import { STRUCTURED_OUTPUT_TOOL } from "./structured-output.ts";

export interface MessagePartsOptions {
  /** By the names under which Claude knows them. */
  readonly known: ReadonlyMap<string, KnownTool>;
  readonly runBy: "caller" | "claude";
  /** Text is held back: the answer is made of it, or of the structured output, at the end. */
  readonly isTextHeld: boolean;
}

interface OpenBlock {
  readonly type: "text" | "reasoning" | "call" | "structured";
  readonly id: string;
  readonly tool?: KnownTool;
  readonly isExecuted: boolean;
  content: string;
}

type Parts = readonly LanguageModelV4StreamPart[];

export class MessageParts {
  readonly #options: MessagePartsOptions;
  /** Of the message that is being streamed, by its index there. */
  readonly #open = new Map<number, OpenBlock>();
  /** Names of the calls that run here, by id. */
  readonly #executed = new Map<string, string>();
  #messageId = "";
  #callCount = 0;
  #text = "";
  #captured: unknown;

  constructor(options: MessagePartsOptions) {
    this.#options = options;
  }

  /** How many calls are the caller's to run. */
  get callCount(): number {
    return this.#callCount;
  }

  /** Whether Claude's loop has begun to run tools, ours or its own. */
  get hasRunTools(): boolean {
    return this.#executed.size > 0;
  }

  /** All text so far, held back or not. */
  get text(): string {
    return this.#text;
  }

  /** The last input of the tool that structured answers are given with. */
  get captured(): unknown {
    return this.#captured;
  }

  read(message: SDKMessage): Parts {
    if (message.type === "stream_event" && message.parent_tool_use_id === null) {
      return this.#readEvent(message.event, message.session_id);
    }
    return message.type === "user" && message.parent_tool_use_id === null ? this.#results(message) : [];
  }

  #readEvent(event: StreamEvent, sessionId: string): Parts {
    switch (event.type) {
      case "message_start":
        this.#open.clear();
        this.#messageId = event.message.id;
        return [{ type: "response-metadata", id: event.message.id, modelId: event.message.model }];
      case "content_block_start":
        return this.#start(event.index, event.content_block);
      case "content_block_delta":
        return this.#append(event.index, event.delta);
      case "content_block_stop":
        return this.#end(event.index, sessionId);
      default:
        return [];
    }
  }

  #start(index: number, block: Extract<StreamEvent, { type: "content_block_start" }>["content_block"]): Parts {
    const id = `${this.#messageId}/${index}`;
    const plain = { id, isExecuted: false, content: "" };
    if (block.type === "text") {
      this.#open.set(index, { ...plain, type: "text" });
      return this.#options.isTextHeld ? [] : [{ type: "text-start", id }];
    }
    if (block.type === "thinking") {
      this.#open.set(index, { ...plain, type: "reasoning" });
      return [{ type: "reasoning-start", id }];
    }
    if (block.type !== "tool_use") return [];
    if (block.name === STRUCTURED_OUTPUT_TOOL) {
      this.#open.set(index, { ...plain, type: "structured" });
      return [];
    }
    const known = this.#options.known.get(block.name);
    const isExecuted = known === undefined || this.#options.runBy === "claude";
    const tool = known ?? { name: block.name };
    this.#open.set(index, { type: "call", id: block.id, tool, isExecuted, content: "" });
    return [{ type: "tool-input-start", id: block.id, toolName: tool.name, ...(isExecuted ? EXECUTED : {}) }];
  }

  #append(index: number, delta: Extract<StreamEvent, { type: "content_block_delta" }>["delta"]): Parts {
    const block = this.#open.get(index);
    if (block === undefined) return [];
    const text = textOfDelta(delta);
    if (text === undefined || text === "") return [];
    block.content += text;
    switch (block.type) {
      case "text":
        this.#text += text;
        return this.#options.isTextHeld ? [] : [{ type: "text-delta", id: block.id, delta: text }];
      case "reasoning":
        return [{ type: "reasoning-delta", id: block.id, delta: text }];
      case "call":
        return [{ type: "tool-input-delta", id: block.id, delta: text }];
      case "structured":
        return [];
    }
  }

  #end(index: number, sessionId: string): Parts {
    const block = this.#open.get(index);
    if (block === undefined) return [];
    const { type, id, tool = { name: "" }, isExecuted } = block;
    switch (type) {
      case "text":
        return this.#options.isTextHeld ? [] : [{ type: "text-end", id }];
      case "reasoning":
        return [{ type: "reasoning-end", id }];
      case "structured":
        this.#captured = parsedOrText(block.content);
        return [];
      case "call": {
        const input = decodedInput(block.content, tool.schema);
        const call = { type: "tool-call", toolCallId: id, toolName: tool.name, input } as const;
        const end = { type: "tool-input-end", id } as const;
        if (isExecuted) {
          this.#executed.set(id, tool.name);
          return [end, { ...call, ...EXECUTED }];
        }
        this.#callCount++;
        // With these the caller's next request finds the session, and the call in it.
        const { listedName = tool.name } = tool;
        return [end, { ...call, providerMetadata: { [PROVIDER_KEY]: { sessionId, listedName } } }];
      }
    }
  }

  #results({ message }: SDKUserMessage): Parts {
    if (typeof message.content === "string") return [];
    return message.content.flatMap((block): Parts => {
      if (block.type !== "tool_result") return [];
      const toolName = this.#executed.get(block.tool_use_id);
      if (toolName === undefined) return [];
      const isError = block.is_error === true ? { isError: true } : {};
      const result = resultText(block.content);
      return [{ type: "tool-result", toolCallId: block.tool_use_id, toolName, result, dynamic: true, ...isError }];
    });
  }
}

/** Dynamic: the caller may not have declared a tool that the CLI runs. */
const EXECUTED = { providerExecuted: true, dynamic: true } as const;
