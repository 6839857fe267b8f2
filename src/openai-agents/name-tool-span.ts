/** Traces know a tool by its declared id, like rules and events; the SDK opens the span under the wire name. */
import { getCurrentSpan } from "@openai/agents";
import type { Tool } from "../tool/tool.ts";

/** Does nothing outside of the span of a call. */
export function nameToolSpan(tool: Tool): void {
  const data = getCurrentSpan()?.spanData;
  if (data?.type === "function") data.name = tool.id;
}
