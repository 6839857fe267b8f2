/** One call of Claude's as the rules see it: ours under their ids with their tags, everything else under its own name. */
import { isObject, type JsonObject } from "../../json/json.ts";
import type { PolicySubject } from "../../policy/rules.ts";
import { projectSchema } from "../../tool/projection/project-schema.ts";
import type { Tool } from "../../tool/tool.ts";

export interface GovernedCall {
  /** The id Claude gave it. */
  readonly id: string;
  readonly tool: GovernedTool;
  readonly args: JsonObject;
  /** Made by a subagent, which cannot be stopped and resumed on its own. */
  readonly isNested: boolean;
}

export interface GovernedTool extends PolicySubject {
  /** Set for tools of ours. */
  readonly own?: Tool;
}

/** Who serves a tool, as the CLI tells it. */
export interface ToolOrigin {
  readonly name: string;
  readonly source: string;
}

/** The tools of our server, by the names under which Claude knows them. */
export class GovernedTools {
  readonly #own: ReadonlyMap<string, Tool>;

  constructor(own: ReadonlyMap<string, Tool>) {
    this.#own = own;
  }

  /** A server of somebody else's that took our name does not get our tools' permissions. */
  find(exposedName: string, origin?: ToolOrigin): GovernedTool {
    const own = origin === undefined || origin.source === "sdk" ? this.#own.get(exposedName) : undefined;
    return own === undefined ? { id: exposedName } : ownTool(own);
  }
}

/** The arguments as the tool's author meant them: a schema that the API refuses is shown to Claude in other terms. */
export function argumentsOf({ own }: GovernedTool, input: unknown): JsonObject {
  const args = (isObject(input) ? input : {}) as JsonObject;
  if (own === undefined) return args;
  return projectSchema(own.definition.parameters, "anthropic").decode(args) as JsonObject;
}

export function ownTool(own: Tool): GovernedTool {
  return { id: own.id, tags: own.spec.tags ?? [], own };
}
