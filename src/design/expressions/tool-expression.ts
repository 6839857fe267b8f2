/** What the block of a tool has said. */
import type { ToolEffect } from "../../tool/spec.ts";
import type { Located, Place } from "../problem.ts";
import type { MethodHandle } from "./declarations.ts";
import type { SchemaExpression } from "./schema-expression.ts";
import type { ToolsetExpression } from "./toolset-expression.ts";

export interface ToolExpression extends Place {
  readonly name: string;
  readonly toolset: ToolsetExpression;
  title?: Located<string>;
  description?: Located<string>;
  readonly tags: string[];
  readonly meta: Map<string, string[]>;
  args?: SchemaExpression;
  result?: SchemaExpression;
  readonly serverData: ServerDataExpression[];
  serverDataDefault?: Located<"on" | "off">;
  bounds?: BoundsExpression;
  binding?: Located<MethodName>;
  passthrough?: Located<MethodName | MethodHandle>;
  readonly inject: Located<string>[];
  callHint?: Located<string>;
  resultHint?: Located<string>;
  resultReminder?: Located<string>;
  confirmation?: ConfirmationExpression;
  effect?: Located<ToolEffect>;
  terminal?: Located<true>;
  bookkeeping?: Located<true>;
}

/** A method as a design names it: without a service, one of the service around. */
export interface MethodName {
  readonly service?: string;
  readonly method: string;
}

export interface ServerDataExpression extends Place {
  readonly kind: string;
  readonly schema: SchemaExpression;
  description?: Located<string>;
  audience?: Located<"timeline" | "internal" | "evidence">;
  mode?: Located<"always">;
  field?: Located<string>;
}

export interface BoundsExpression extends Place {
  cursor?: Located<string>;
  nextCursor?: Located<string>;
}

export interface ConfirmationExpression extends Place {
  title?: Located<string>;
  promptTemplate?: Located<string>;
  deniedResultTemplate?: Located<string>;
}
