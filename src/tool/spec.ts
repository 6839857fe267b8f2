/**
 * The tool spec: everything about a tool except its code. Pure data, so it crosses wires, journals and registries as
 * it is; the declared `id` is the key for rules, traces and events everywhere.
 */
import type { JsonObject } from "../json/json.ts";
import type { JsonSchema } from "./schema/json-schema.ts";

/**
 * What running the tool again would do. `read`: nothing changes. `idempotent`: same key, same outcome.
 * `once`: a second run is a second effect, so after a crash it is never run again without asking.
 */
export type ToolEffect = "read" | "idempotent" | "once";

export interface ToolSpec {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Draft-07, closed objects, without injected fields: what a model is shown. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly tags: readonly string[];
  readonly effect: ToolEffect;
  readonly strict: boolean;
  readonly timeoutMs?: number;
  readonly confirmation?: Confirmation;
  readonly hints?: Hints;
  readonly resultReminder?: string;
  readonly bounds?: BoundsDeclaration;
  readonly serverData?: readonly ServerDataDeclaration[];
  readonly serverDataDefault?: "on" | "off";
  readonly inject?: readonly string[];
  /** A successful call ends the run. */
  readonly terminal?: boolean;
  /** Does not count against the run's tool-call cap. */
  readonly bookkeeping?: boolean;
  readonly workspace?: WorkspaceUse;
  readonly meta?: JsonObject;
}

/** A person has to approve each call. Templates see the call's arguments. */
export interface Confirmation {
  readonly title?: string;
  readonly promptTemplate?: string;
  readonly deniedResultTemplate?: string;
  /** A duration such as `"15m"`; without it a request waits for ever. */
  readonly expiresIn?: string;
}

/** One-line templates that a user interface shows while a call runs and when it is done. */
export interface Hints {
  readonly call?: string;
  readonly result?: string;
}

/** Names of the input field that takes a cursor and the output field that returns the next one. */
export interface BoundsDeclaration {
  readonly cursor?: string;
  readonly nextCursor?: string;
}

/** Data a tool returns beside its result, for people and programs; never for a model. */
export interface ServerDataDeclaration {
  readonly kind: string;
  readonly audience: "timeline" | "internal" | "evidence";
  readonly mode?: "on" | "off" | "auto" | "always";
  readonly description?: string;
  readonly schema?: JsonSchema;
}

/** How a tool touches the workspace; checked before it runs, whatever the tool itself does. */
export interface WorkspaceUse {
  readonly access: "read" | "write";
  /** Input fields that hold paths inside the workspace. */
  readonly paths?: readonly string[];
}

/** The shape a model is offered: what every provider calls a function or a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict?: true;
}
