/**
 * Puts the parts of a model's stream together: passes deltas on as they come and keeps the whole, text and thinking in
 * the order in which they began, with all that providers said about them.
 */
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { isObject, type JsonObject } from "../json/json.ts";
import type { AssistantPart } from "../run/message.ts";
import type { PlanDelta, PlannedCall } from "../run/plan.ts";

export interface ModelAnswer {
  /** Text and thinking; the calls are beside it. */
  readonly content: readonly AssistantPart[];
  readonly calls: readonly PlannedCall[];
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
  /** The model that answered, when the provider says. */
  readonly modelId?: string | undefined;
}

interface Block {
  readonly type: "text" | "thinking";
  text: string;
  metadata?: SharedV4ProviderMetadata;
}

export class AnswerCollector {
  readonly #emit: (delta: PlanDelta) => void;
  readonly #toToolName: (wireName: string) => string;
  /** By type and id: a provider may use one id for a text and a reasoning block. */
  readonly #blocks = new Map<string, Block>();
  readonly #order: Block[] = [];
  readonly #callNames = new Map<string, string>();
  readonly #calls: PlannedCall[] = [];
  #modelId: string | undefined;
  #finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined;

  constructor(emit: (delta: PlanDelta) => void, toToolName: (wireName: string) => string) {
    this.#emit = emit;
    this.#toToolName = toToolName;
  }

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-start":
        this.#open("text", part.id, part.providerMetadata);
        break;
      case "text-delta":
        this.#append("text", part.id, part.delta, part.providerMetadata);
        break;
      case "text-end":
        this.#append("text", part.id, "", part.providerMetadata);
        break;
      case "reasoning-start":
        this.#open("thinking", part.id, part.providerMetadata);
        break;
      case "reasoning-delta":
        this.#append("thinking", part.id, part.delta, part.providerMetadata);
        break;
      case "reasoning-end":
        this.#append("thinking", part.id, "", part.providerMetadata);
        break;
      case "tool-input-start":
        if (!part.providerExecuted) this.#callNames.set(part.id, this.#toToolName(part.toolName));
        break;
      case "tool-input-delta":
        this.#appendInput(part.id, part.delta);
        break;
      case "tool-call":
        // What the provider runs itself is not ours to run.
        if (!part.providerExecuted) this.#calls.push(toPlannedCall(part, this.#toToolName));
        break;
      case "response-metadata":
        this.#modelId = part.modelId ?? this.#modelId;
        break;
      case "finish":
        this.#finish = part;
        break;
      default: // Sources, files, pings and raw chunks have no place in a plan.
    }
  }

  /** Undefined as long as the model has not said that it is finished. */
  answer(): ModelAnswer | undefined {
    if (this.#finish === undefined) return undefined;
    const { finishReason, usage } = this.#finish;
    return {
      content: this.#order.filter(isSaid).map(toAssistantPart),
      calls: this.#calls,
      finishReason,
      usage,
      modelId: this.#modelId,
    };
  }

  #open(type: Block["type"], id: string, metadata?: SharedV4ProviderMetadata): Block {
    const block: Block = { type, text: "" };
    this.#blocks.set(`${type} ${id}`, block);
    this.#order.push(block);
    remember(block, metadata);
    return block;
  }

  #append(type: Block["type"], id: string, delta: string, metadata?: SharedV4ProviderMetadata): void {
    const block = this.#blocks.get(`${type} ${id}`) ?? this.#open(type, id);
    block.text += delta;
    remember(block, metadata);
    if (delta !== "") this.#emit({ type: type === "text" ? "assistant_text_delta" : "thinking_delta", delta });
  }

  #appendInput(toolCallId: string, delta: string): void {
    const toolName = this.#callNames.get(toolCallId);
    if (toolName === undefined || delta === "") return;
    this.#emit({ type: "tool_call_args_delta", toolCallId, toolName, delta });
  }
}

/** Thinking may be hidden in its metadata; text without a word is none, whatever is said of it. */
function isSaid({ type, text, metadata }: Block): boolean {
  return text !== "" || (type === "thinking" && metadata !== undefined);
}

/** Signatures come late, in metadata of their own: what each provider said is added to what it said before. */
function remember(block: Block, metadata: SharedV4ProviderMetadata | undefined): void {
  for (const [provider, values] of Object.entries(metadata ?? {})) {
    block.metadata = { ...block.metadata, [provider]: { ...block.metadata?.[provider], ...values } };
  }
}

function toAssistantPart({ type, text, metadata }: Block): AssistantPart {
  const said = metadata === undefined ? {} : { providerMetadata: metadata as JsonObject };
  if (type === "text") return { type, text, ...said };
  const signature = textIn(metadata, "signature");
  const redacted = textIn(metadata, "redactedData");
  return {
    type,
    text,
    ...(signature === undefined ? {} : { signature }),
    ...(redacted === undefined ? {} : { redacted }),
    ...said,
  };
}

function textIn(metadata: SharedV4ProviderMetadata | undefined, key: string): string | undefined {
  const values = Object.values(metadata ?? {}).map((fields) => fields[key]);
  return values.find((value) => typeof value === "string");
}

function toPlannedCall(
  { toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall,
  toName: (wire: string) => string,
): PlannedCall {
  return {
    ...(toolCallId === "" ? {} : { id: toolCallId }),
    name: toName(toolName),
    args: parseArguments(input),
    ...(providerMetadata === undefined ? {} : { providerMetadata: providerMetadata as JsonObject }),
  };
}

/** Text that is no JSON object stays text, for the call's own check to correct; no text at all means no arguments. */
function parseArguments(input: string): JsonObject | string {
  if (input.trim() === "") return {};
  try {
    const parsed: unknown = JSON.parse(input);
    return isObject(parsed) ? (parsed as JsonObject) : input;
  } catch {
    return input;
  }
}
