/**
 * The context a foreign tool runs with: its dependencies and nothing else. `DepsContext` holds data that could be sent
 * to another process and refuses everything else; `ToolCallContext` holds anything, because it stays in this one.
 */
import type { StandardSchema } from "../../../tool/schema/standard-schema.ts";
import { serializeDeps } from "./serialize-deps.ts";

export interface DepsBearer<T> {
  readonly deps: T;
}

/** @experimental How dependencies are described may still change. */
export class DepsContext<T> implements DepsBearer<T> {
  readonly deps: T;

  /** `schema` is for dependencies that are data by a schema's account, such as a date that is written as text. */
  constructor(deps: T, schema?: StandardSchema<unknown, T>) {
    serializeDeps(deps, schema);
    this.deps = deps;
  }
}

export class ToolCallContext<T> implements DepsBearer<T> {
  readonly deps: T;

  constructor(deps: T) {
    this.deps = deps;
  }
}
