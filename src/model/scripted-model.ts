/**
 * A model that says what a test wrote down, turn by turn, and remembers what it was asked. A script that is asked for
 * more than it has fails with the question; `assertComplete` fails when it was asked for less.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { KigumiError } from "../errors/kigumi-error.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { wireName } from "../tool/wire-name.ts";
import { type ModelOutput, type OutputCall, streamOf, toGenerateResult, toStreamParts } from "./model-output.ts";

/** One turn, or a function that looks at the question and gives one. */
export type ScriptedTurn = TurnContent | ((request: LanguageModelV4CallOptions) => TurnContent | Promise<TurnContent>);

export type TurnContent =
  /** A final answer. */
  | string
  | SpokenTurn
  /** The stream, part by part, for what no other turn can say. */
  | { readonly stream: readonly LanguageModelV4StreamPart[] };

export interface SpokenTurn extends Omit<ModelOutput, "toolCalls"> {
  readonly toolCalls?: readonly ScriptedCall[];
  /** Fails the call; after what was said, when something was. */
  readonly error?: unknown;
}

export interface ScriptedCall extends Pick<OutputCall, "args"> {
  /** Default `call_1`, `call_2` … through the whole script. */
  readonly id?: string;
  /** The tool's id; it is sent under its wire name. */
  readonly name: string;
}

export interface ScriptedModel extends LanguageModelV4 {
  /** Every question so far, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /** Throws when turns are left over. */
  assertComplete(): void;
}

export interface ScriptedModelOptions {
  readonly provider?: string;
  readonly modelId?: string;
}

export function scriptedModel(turns: readonly ScriptedTurn[], options: ScriptedModelOptions = {}): ScriptedModel {
  const { provider = "scripted", modelId = "scripted" } = options;
  const requests: LanguageModelV4CallOptions[] = [];
  let calls = 0;

  const nextTurn = async (request: LanguageModelV4CallOptions): Promise<Exclude<TurnContent, string>> => {
    request.abortSignal?.throwIfAborted();
    const turn = turns[requests.length];
    requests.push(request);
    if (turn === undefined) throw scriptIsOver(turns.length, request);
    const content = typeof turn === "function" ? await turn(request) : turn;
    return typeof content === "string" ? { text: content } : content;
  };
  const toOutput = ({ toolCalls = [], ...spoken }: SpokenTurn): ModelOutput => ({
    ...spoken,
    toolCalls: toolCalls.map(({ id, name, args }) => ({ id: id ?? `call_${++calls}`, name: wireName(name), args })),
  });

  return {
    specificationVersion: "v4",
    provider,
    modelId,
    supportedUrls: {},
    requests,
    async doStream(request) {
      const turn = await nextTurn(request);
      return { stream: streamOf("stream" in turn ? turn.stream : spokenParts(turn, toOutput(turn))) };
    },
    async doGenerate(request) {
      const turn = await nextTurn(request);
      if ("stream" in turn)
        throw new KigumiError({
          code: "script_not_whole",
          message: "a scripted stream can only be streamed; script this turn as text or calls",
        });
      if (turn.error !== undefined) throw turn.error;
      return toGenerateResult(toOutput(turn));
    },
    assertComplete() {
      if (requests.length >= turns.length) return;
      throw new KigumiError({
        code: "script_incomplete",
        message: `the script has ${turns.length} turns and the model was asked ${requests.length} times`,
      });
    },
  };
}

function spokenParts(turn: SpokenTurn, output: ModelOutput): LanguageModelV4StreamPart[] {
  if (turn.error === undefined) return toStreamParts(output);
  const hasSpoken = turn.text !== undefined || turn.thinking !== undefined || turn.toolCalls !== undefined;
  if (!hasSpoken) throw turn.error;
  return [...toStreamParts(output).filter(({ type }) => type !== "finish"), { type: "error", error: turn.error }];
}

function scriptIsOver(turns: number, { prompt, tools = [] }: LanguageModelV4CallOptions): KigumiError {
  const last = prompt.at(-1);
  return new KigumiError({
    code: "script_exhausted",
    message: `the script is over after ${turns} turns, and the model was asked once more; add a turn for: ${last?.role ?? "nothing"} ${stringifyJson(last?.content)}, with the tools ${tools.map(({ name }) => name).join(", ") || "(none)"}`,
    data: { turns },
  });
}
