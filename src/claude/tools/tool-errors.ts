/** What can be wrong with tools that are handed to Claude: each error carries its facts and says what to do. */
import { KigumiError } from "../../errors/kigumi-error.ts";

/** A tool cannot be converted as it is declared. */
export class ToolValidationError extends KigumiError {
  /** The tool's name, as far as it has one. */
  readonly toolName: string | undefined;

  constructor(toolName: unknown, problem: string, cause?: unknown) {
    const name = typeof toolName === "string" && toolName.trim() !== "" ? toolName : undefined;
    super({
      code: "invalid_tool",
      message: name === undefined ? problem : `tool ${JSON.stringify(name)}: ${problem}`,
      data: { tool: name ?? null },
      ...(cause === undefined ? {} : { cause }),
    });
    this.toolName = name;
  }
}

/** Tools take a context, and there are no dependencies to put into it. */
export class MissingDepsError extends KigumiError {
  readonly toolNames: readonly string[];

  constructor(toolNames: readonly string[]) {
    const [verb, them] = toolNames.length === 1 ? ["takes", "it"] : ["take", "them"];
    super({
      code: "missing_deps",
      message: `${toolNames.join(", ")} ${verb} a context, but no dependencies were given; convert ${them} with convertToolWithDeps(tool, deps), or pass deps where the toolset is registered`,
      data: { tools: toolNames },
    });
    this.toolNames = toolNames;
  }
}

/** Tools were asked for before any toolset was registered. */
export class ToolsetNotRegisteredError extends KigumiError {
  readonly requestedTools: readonly string[];

  constructor(requestedTools: readonly string[]) {
    super({
      code: "toolset_not_registered",
      message: `the tools ${requestedTools.join(", ")} were asked for, but no toolset is registered; call setAgentToolsets(toolset) first`,
      data: { requestedTools },
    });
    this.requestedTools = requestedTools;
  }
}

/** Tools were asked for that the registered toolset does not have; all of them are named. */
export class ToolNotFoundError extends KigumiError {
  readonly missingTools: readonly string[];
  readonly availableTools: readonly string[];

  constructor(missingTools: readonly string[], availableTools: readonly string[]) {
    super({
      code: "tool_not_found",
      message: `not in the registered toolset: ${missingTools.join(", ")}; available: ${availableTools.join(", ") || "none"}. Ask for available tools, or register a toolset that has the missing ones with setAgentToolsets`,
      data: { missingTools, availableTools },
    });
    this.missingTools = missingTools;
    this.availableTools = availableTools;
  }
}

/** Dependencies hold something that does not survive JSON. */
export class UnsupportedDepsTypeError extends KigumiError {
  /** The constructor's name, or the type of what has none. */
  readonly typeName: string;
  /** Where it is: `$` is the whole, `$.clients[0]` a part. */
  readonly path: string;

  constructor(typeName: string, path: string, problem = "cannot be serialized") {
    super({
      code: "unsupported_deps_type",
      message: `dependencies at ${path}: ${typeName} ${problem}. Supported are null, booleans, finite numbers, strings, arrays and plain objects of these, and instances of a class with a static schema or fromJSON; anything else can be used in process with a ToolCallContext`,
      data: { typeName, path },
    });
    this.typeName = typeName;
    this.path = path;
  }
}

/** The schema of dependencies cannot be worked out: JSON Schema cannot express it, or it refers to nothing. */
export class TypeHintResolutionError extends KigumiError {
  readonly typeName: string;

  constructor(typeName: string, problem: string, cause?: unknown) {
    super({
      code: "type_hint_resolution",
      message: `the schema of ${typeName} cannot be resolved: ${problem}`,
      data: { typeName },
      ...(cause === undefined ? {} : { cause }),
    });
    this.typeName = typeName;
  }
}
