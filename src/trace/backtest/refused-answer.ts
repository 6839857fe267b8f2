/**
 * What a model was told of a call that has no span of its own, such as one of a tool that was hidden from it: the answer
 * is in the conversation that a later turn of the trace began with, under the id of the call.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { parsedJson } from "../extract/parsed-json.ts";
import type { TraceStore } from "../trace-store.ts";
import { saysRefused } from "./was-refused.ts";

/** The turn after the call is all that is needed; those behind it repeat the conversation. */
const MOST_TURNS = 3;

export async function wasAnsweredWithRefusal(store: TraceStore, traceId: string, callId: string): Promise<boolean> {
  const turns = await store.searchSpans({ traceId, keywords: [callId], after: 0, limit: MOST_TURNS });
  return turns.some(({ input }) => answersIn(parsedJson(input), callId).some(saysRefused));
}

/** By the names that the Responses API, Chat Completions and the others give the id in an answer. */
const ID_KEYS = ["call_id", "tool_call_id", "tool_use_id", "toolCallId", "callId"];

function answersIn(value: unknown, callId: string): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((item) => answersIn(item, callId));
  if (!isObject(value)) return [];
  if (ID_KEYS.some((key) => value[key] === callId)) return [value as JsonValue];
  return Object.values(value).flatMap((item) => answersIn(item, callId));
}
