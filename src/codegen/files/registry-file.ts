/** `registry.ts`: registers the agent and the toolsets it uses on a runtime. */
import type { AgentModel } from "../../design/index.ts";
import { type AgentUse, passthroughName, passthroughTools, usesOf } from "../layout/agent-uses.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block, braces, type Doc, group, indent, join, line, list } from "../text/doc.ts";
import { stringLiteral } from "../text/literal.ts";
import { answeredToolsets, specsOf } from "./answered-toolsets.ts";

export function addRegistryFile(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  const uses = usesOf(agent, layout);
  files.module(`${layout.agentDir(agent)}/registry.ts`, `Brings agent ${agent.id} to life on a runtime.`, (module) => {
    const writer = new RegistryWriter(agent, uses, layout, module);
    module.add(...writer.executors(), writer.registerUsedToolsets(), writer.registerAgent());
  });
}

class RegistryWriter {
  readonly #agent: AgentModel;
  readonly #uses: readonly AgentUse[];
  readonly #layout: Layout;
  readonly #module: GeneratedModule;

  constructor(agent: AgentModel, uses: readonly AgentUse[], layout: Layout, module: GeneratedModule) {
    this.#agent = agent;
    this.#uses = uses;
    this.#layout = layout;
    this.#module = module;
    module.importType("Runtime", "kigumi");
  }

  get #executed(): readonly AgentUse[] {
    return this.#uses.filter(({ answeredBy }) => answeredBy === "executors");
  }

  /** Every tool that the application executes; one that is left out does not compile. */
  executors(): Doc[] {
    if (this.#executed.length === 0) return [];
    const { pascal } = this.#layout.agentName(this.#agent);
    const chosen = this.#executed.filter(({ isSubset }) => isSubset);
    const types = this.#executed.map((use) => {
      const type = `${specsOf(use, this.#layout, this.#module)}.${this.#layout.toolsetName(use.toolset).pascal}Executors`;
      return use.isSubset ? `Pick<${type}, (typeof ${chosenIds(use)})[number]>` : type;
    });
    return [
      ...chosen.map((use) => {
        const ids = use.tools.map(({ id }) => stringLiteral(id));
        return [`const ${chosenIds(use)} = `, list("[", ids, "]"), " as const;"];
      }),
      documented("What executes the tools of this agent, by tool id.", [
        `export type ${pascal}Executors = `,
        group(indent(join([" &", line], types))),
        ";",
      ]),
    ];
  }

  registerUsedToolsets(): Doc | undefined {
    if (this.#executed.length === 0) return undefined;
    const { pascal } = this.#layout.agentName(this.#agent);
    const registrations = this.#executed.map((use) => {
      const factory = `${specsOf(use, this.#layout, this.#module)}.${this.#layout.toolsetName(use.toolset).factory}`;
      const ids = use.isSubset ? chosenIds(use) : `${specsOf(use, this.#layout, this.#module)}.toolIds`;
      return this.#register([factory, list("(", [stringLiteral(use.name), "executors", ids], ")")]);
    });
    return documented(
      "Registers the toolsets that the application executes. Comes before the agent, which names them.",
      block(
        `export function registerUsedToolsets(runtime: Runtime, executors: ${pascal}Executors): void {`,
        registrations,
      ),
    );
  }

  registerAgent(): Doc {
    const { pascal } = this.#layout.agentName(this.#agent);
    const module = this.#module;
    for (const name of ["agentId", "description", "runPolicy"]) module.import(name, "./agent.ts");
    module.import(`validate${pascal}Config`, "./config.ts");
    module.importType(`${pascal}Config`, "./config.ts");
    module.import("defineAgent", "kigumi");
    const { history } = this.#agent.runPolicy;
    const names = this.#uses.flatMap((use) => [
      ...(use.tools.length > passthroughTools(use).length || use.answeredBy !== "agent" ? [use.name] : []),
      ...(passthroughTools(use).length === 0 ? [] : [passthroughName(use)]),
    ]);
    const members = [
      "id: agentId",
      "description",
      "planner: config.planner",
      ["toolsets: ", list("[", names.map(stringLiteral), "]")],
      "runPolicy",
      ...(history !== undefined && "compress" in history ? ["historyModel: config.historyModel"] : []),
    ];
    return documented(
      "Registers the agent, and the toolsets that others answer for it. Its own toolsets are registered first.",
      block(
        `export async function register${pascal}Agent(runtime: Runtime, config: ${pascal}Config): Promise<void> {`,
        [
          `validate${pascal}Config(config);`,
          ...this.#uses
            .flatMap((use) => answeredToolsets(use, this.#layout, module))
            .map((each) => this.#register(each)),
          ["runtime.registerAgent", list("(", [["defineAgent(", braces(members), ")"]], ")"), ";"],
        ],
      ),
    );
  }

  #register(toolset: Doc): Doc {
    return ["runtime.registerToolset", list("(", [toolset], ")"), ";"];
  }
}

/** The constant with the ids that the agent chose from a toolset. */
function chosenIds({ alias }: AgentUse): string {
  return `${alias}Ids`;
}
