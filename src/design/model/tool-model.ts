/**
 * A tool as designed: the parts of its spec under the spec's own names, its types as they were declared (injected
 * fields included), and the service method behind it. Handing it to `defineTool` takes an `execute` and nothing else.
 */
import type { ServerDataDeclaration, ToolSpec } from "../../tool/spec.ts";
import type { PayloadPlace, TypePlace } from "./type-place.ts";

type SharedWithSpec =
  | "name"
  | "description"
  | "tags"
  | "effect"
  | "confirmation"
  | "hints"
  | "resultReminder"
  | "bounds"
  | "serverDataDefault"
  | "inject"
  | "terminal"
  | "bookkeeping";

export interface ToolModel extends Pick<ToolSpec, SharedWithSpec> {
  /** `toolset.tool`, with both names as authored. */
  readonly id: string;
  /** Declared, or the name as words. */
  readonly title: string;
  readonly meta?: Meta;
  readonly payload: PayloadPlace;
  /** Absent when the tool returns nothing. With `bounds`, it has the fields that say how much of the whole it is. */
  readonly result?: TypePlace;
  readonly serverData?: readonly ServerDataModel[];
  /** The method that does the work (`BindTo`). */
  readonly binding?: MethodReference;
  /** The method that an exported tool is handed on to, without a planner (`Passthrough`). */
  readonly passthrough?: MethodReference;
}

/** Values by key, as `Meta` was given them. */
export type Meta = { readonly [key: string]: string[] };

/** A method of a service of this design, both by their declared names. */
export interface MethodReference {
  readonly service: string;
  readonly method: string;
}

export interface ServerDataModel extends Omit<ServerDataDeclaration, "mode" | "schema">, TypePlace {
  /** `auto` is optional: the model's word, else the tool's default. */
  readonly mode: "auto" | "always";
  /** The field of the bound method's result that it is taken from. */
  readonly fromMethodResultField?: string;
}
