/**
 * A named, ordered group of tools, and the algebra to cut and join them. Every operation returns a new toolset and
 * leaves this one as it was; two tools under one id are refused at once, with the way out.
 */
import { didYouMean } from "../errors/did-you-mean.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Tool } from "./tool.ts";
import { ToolNotFoundError } from "./tool-error.ts";

export interface Toolset extends Iterable<Tool> {
  readonly name: string;
  readonly tools: readonly Tool[];
  get(id: string): Tool | undefined;
  /** The tools with these ids, in the order asked for. An unknown id is an error. */
  pick(...ids: string[]): Toolset;
  filter(keep: (tool: Tool) => boolean): Toolset;
  /** Puts `prefix` before every id and name: `docs.prefix("team.")`. */
  prefix(prefix: string): Toolset;
  /** Gives tools other ids and names: `docs.rename({ "docs.search": "search" })`. */
  rename(names: Readonly<Record<string, string>>): Toolset;
  /** This toolset's tools followed by those of the others, under this one's name. */
  combine(...others: readonly Toolset[]): Toolset;
}

export function toolset(name: string, tools: Iterable<Tool>): Toolset {
  return new ToolList(name, [...tools]);
}

class ToolList implements Toolset {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly #byId: ReadonlyMap<string, Tool>;

  constructor(name: string, tools: readonly Tool[]) {
    this.name = name;
    this.tools = tools;
    this.#byId = indexById(name, tools);
  }

  [Symbol.iterator](): Iterator<Tool> {
    return this.tools[Symbol.iterator]();
  }

  get(id: string): Tool | undefined {
    return this.#byId.get(id);
  }

  pick(...ids: string[]): Toolset {
    return new ToolList(
      this.name,
      ids.map((id) => this.#require(id)),
    );
  }

  filter(keep: (tool: Tool) => boolean): Toolset {
    return new ToolList(this.name, this.tools.filter(keep));
  }

  prefix(prefix: string): Toolset {
    return new ToolList(
      this.name,
      this.tools.map((tool) => tool.renamed(prefix + tool.id, prefix + tool.name)),
    );
  }

  rename(names: Readonly<Record<string, string>>): Toolset {
    for (const id of Object.keys(names)) this.#require(id);
    return new ToolList(
      this.name,
      this.tools.map((tool) => {
        const name = Object.hasOwn(names, tool.id) ? names[tool.id] : undefined;
        return name === undefined ? tool : tool.renamed(name);
      }),
    );
  }

  combine(...others: readonly Toolset[]): Toolset {
    return new ToolList(
      this.name,
      [this, ...others].flatMap(({ tools }) => tools),
    );
  }

  #require(id: string): Tool {
    const tool = this.#byId.get(id);
    if (tool !== undefined) return tool;
    throw new ToolNotFoundError(id, didYouMean(id, this.#byId.keys()), [...this.#byId.keys()]);
  }
}

function indexById(name: string, tools: readonly Tool[]): Map<string, Tool> {
  const byId = new Map<string, Tool>();
  for (const tool of tools) {
    if (byId.has(tool.id)) {
      throw new KigumiError({
        code: "duplicate_tool",
        message: `toolset "${name}" has two tools with the id "${tool.id}"; give one another name, or use prefix() or rename() before combining`,
        data: { toolset: name, tool: tool.id },
      });
    }
    byId.set(tool.id, tool);
  }
  return byId;
}
