/**
 * What the SDK says, in the parts of the model port. Blocks keep the order in which they began; a call of a tool that
 * runs here is marked as executed, and its result follows it. Only messages that came to their end count. Messages of
 * subagents are their own business.
 */

import type { SDKAssistantMessage, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { decodedInput, parsedOrText, resultText, type StreamEvent } from "./block-text.ts";
import { PROVIDER_KEY } from "./model-settings.ts";
import { type Block, EXECUTED, type Parts, StreamedMessage, type StreamedMessageOptions } from "./streamed-message.ts";

export interface MessagePartsOptions extends StreamedMessageOptions {
  /** The error for a message that broke off when its text had been passed on. */
  brokenOff(): Error;
}

export class MessageParts {
  readonly #options: MessagePartsOptions;
  /** The message that is being streamed. */
  #current: StreamedMessage | undefined;
  /** Of the last message that was streamed, complete or not. */
  #streamedId: string | undefined;
  /** Names of the calls that run here, by id. */
  readonly #executed = new Map<string, string>();
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
    switch (message.type) {
      case "stream_event":
        return message.parent_tool_use_id === null ? this.#readEvent(message.event, message.session_id) : [];
      case "assistant":
        return message.parent_tool_use_id === null ? this.#readWhole(message) : [];
      case "user":
        return message.parent_tool_use_id === null ? this.#readResults(message) : [];
      default:
        return [];
    }
  }

  /** No more messages will come. */
  end(): Parts {
    return this.#abandon();
  }

  #readEvent(event: StreamEvent, sessionId: string): Parts {
    switch (event.type) {
      case "message_start": {
        const { id, model: modelId } = event.message;
        const before = this.#abandon();
        this.#current = new StreamedMessage(id, this.#options);
        this.#streamedId = id;
        return [...before, { type: "response-metadata", id, modelId }];
      }
      case "content_block_start":
        return this.#current?.start(event.index, event.content_block) ?? [];
      case "content_block_delta":
        return this.#current?.append(event.index, event.delta) ?? [];
      case "content_block_stop":
        return this.#current?.stop(event.index) ?? [];
      case "message_delta":
        return event.delta.stop_reason === null ? [] : this.#complete(sessionId);
      default: // The CLI also ends a message that broke off; only the reason to stop makes one whole.
        return [];
    }
  }

  /** A message that was streamed is known already; the CLI asks for one whole when its stream has broken off. */
  #readWhole({ message, error, session_id: sessionId }: SDKAssistantMessage): Parts {
    const { id, model: modelId, content } = message;
    // What the CLI says in the model's name, such as that the API has refused, is in the result as well.
    if (id === this.#streamedId || error !== undefined || modelId === "<synthetic>") return [];
    const before = this.#abandon();
    this.#current = new StreamedMessage(id, { ...this.#options, isLive: false });
    this.#current.add(content);
    return [...before, { type: "response-metadata", id, modelId }, ...this.#complete(sessionId)];
  }

  #readResults({ message, session_id: sessionId = "" }: SDKUserMessage): Parts {
    if (typeof message.content === "string") return [];
    // What has run was called, whatever becomes of the rest of that message.
    const hasResults = message.content.some(({ type }) => type === "tool_result");
    const before = hasResults ? this.#complete(sessionId) : [];
    const results = message.content.flatMap((block): Parts => {
      if (block.type !== "tool_result") return [];
      const toolName = this.#executed.get(block.tool_use_id);
      if (toolName === undefined) return [];
      const isError = block.is_error === true ? { isError: true } : {};
      const result = resultText(block.content);
      return [{ type: "tool-result", toolCallId: block.tool_use_id, toolName, result, dynamic: true, ...isError }];
    });
    return [...before, ...results];
  }

  #complete(sessionId: string): Parts {
    const message = this.#current;
    this.#current = undefined;
    return message?.blocks.flatMap((block) => [...message.told(block), ...this.#count(block, sessionId)]) ?? [];
  }

  #abandon(): Parts {
    const message = this.#current;
    this.#current = undefined;
    if (message?.hasToldText) throw this.#options.brokenOff();
    return message?.abandon() ?? [];
  }

  /** Takes a block of a complete message into account; a call is told only here. */
  #count({ type, id, tool, isExecuted, content }: Block, sessionId: string): Parts {
    switch (type) {
      case "text":
        this.#text += content;
        return [];
      case "structured":
        this.#captured = parsedOrText(content);
        return [];
      case "reasoning":
        return [];
      case "call": {
        const input = decodedInput(content, tool.schema);
        const call = { type: "tool-call", toolCallId: id, toolName: tool.name, input } as const;
        if (isExecuted) {
          this.#executed.set(id, tool.name);
          return [{ ...call, ...EXECUTED }];
        }
        this.#callCount++;
        // With these the caller's next request finds the session, and the call in it.
        const { listedName = tool.name } = tool;
        return [{ ...call, providerMetadata: { [PROVIDER_KEY]: { sessionId, listedName } } }];
      }
    }
  }
}
