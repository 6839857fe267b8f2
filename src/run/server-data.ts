/**
 * Data a tool returns beside its result, for people and programs. The mode decides whether an entry is produced, the
 * audience where it goes: `timeline` is logged and streamed, `evidence` is logged, `internal` leaves no trace. None of
 * it is ever put before a model, which only learns what its user now sees.
 */
import { type JsonObject, type JsonValue, jsonTypeOf } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import type { ServerData } from "../tool/result.ts";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import type { ServerDataDeclaration, ToolSpec } from "../tool/spec.ts";

/** The reserved argument with which a model asks for, or declines, optional server data. */
export const SERVER_DATA_FIELD = "server_data";

export type ServerDataChoice = "on" | "off";

/** An entry as the log keeps it. */
export interface KeptServerData {
  readonly kind: string;
  readonly audience: "timeline" | "evidence";
  readonly data: JsonValue;
}

/** The arguments without the reserved one, and what it said. A word that is none of the three says nothing. */
export function takeServerDataChoice(
  spec: ToolSpec,
  args: JsonObject,
): { args: JsonObject; choice?: ServerDataChoice; problem?: string } {
  if (!declaresServerData(spec) || !Object.hasOwn(args, SERVER_DATA_FIELD)) return { args };
  const { [SERVER_DATA_FIELD]: said, ...rest } = args;
  if (said === "on" || said === "off") return { args: rest, choice: said };
  // Strict providers send null for what a model left out.
  if (typeof said === "string" || said === null || said === undefined) return { args: rest };
  return { args: rest, problem: `${SERVER_DATA_FIELD} has to be "auto", "on" or "off", not ${jsonTypeOf(said)}` };
}

function declaresServerData({ serverData = [] }: ToolSpec): boolean {
  return serverData.length > 0;
}

export interface SortedServerData {
  readonly kept: readonly KeptServerData[];
  /** What the planner is told of it. */
  readonly reminders: readonly string[];
  /** Entries that have yet to be held against their schemas, which may have to be compiled first. */
  readonly unproven: readonly UnprovenServerData[];
  readonly problem?: string;
}

export interface UnprovenServerData {
  readonly kind: string;
  readonly schema: JsonSchema;
  readonly data: JsonValue;
}

/** What of the produced entries is kept, and what is said of them. An entry nobody declared is a broken promise. */
export function sortServerData(
  spec: ToolSpec,
  produced: readonly ServerData[] = [],
  choice?: ServerDataChoice,
): SortedServerData {
  const kept: KeptServerData[] = [];
  const unproven: UnprovenServerData[] = [];
  const seen = new Set<string>();
  let isSuppressed = false;
  for (const { kind, data } of produced) {
    const declared = spec.serverData?.find((each) => each.kind === kind);
    if (declared === undefined) {
      const problem = `${spec.id} returned server data of the kind ${JSON.stringify(kind)}, which it does not declare`;
      return { kept: [], reminders: [], unproven: [], problem };
    }
    if (!isProduced(declared, spec, choice)) {
      isSuppressed = true;
      continue;
    }
    const { audience, schema } = declared;
    if (audience === "internal" && schema === undefined) continue;
    // As the log will have it: that is what its readers get.
    const logged: JsonValue = JSON.parse(stringifyJson(data));
    if (schema !== undefined) unproven.push({ kind, schema, data: logged });
    if (audience === "internal") continue;
    kept.push({ kind, audience, data: logged });
    if (audience === "timeline") seen.add(declared.description ?? kind);
  }
  const shown = [...seen].map(
    (what) => `The user now sees, beside the result of ${spec.id}: ${what}. Do not repeat it.`,
  );
  const suppressed = `${spec.id} left out optional data for the user; call it again with ${SERVER_DATA_FIELD}: "on" to show it.`;
  return { kept, unproven, reminders: isSuppressed ? [...shown, suppressed] : shown };
}

/** The model's word counts over the tool's default; what is always produced listens to neither. */
function isProduced(
  { mode = "auto" }: ServerDataDeclaration,
  { serverDataDefault = "on" }: ToolSpec,
  choice: ServerDataChoice | undefined,
): boolean {
  if (mode === "always") return true;
  if (choice !== undefined) return choice === "on";
  return (mode === "auto" ? serverDataDefault : mode) === "on";
}

/** What everybody may watch: the entries for the timeline. */
export function forTimeline(entries: readonly KeptServerData[] = []): readonly KeptServerData[] {
  return entries.filter(({ audience }) => audience === "timeline");
}
