/** Finds what a design refers to by name. What is not there is told where it is named, with what was likely meant. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { AgentExpression, ExportExpression, ToolsetTarget } from "../expressions/agent-expression.ts";
import type { AgentToolsetReference, NamedToolset } from "../expressions/declarations.ts";
import type { MethodExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { MethodName } from "../expressions/tool-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import { findLoosely } from "../names/find-loosely.ts";
import { suggestName } from "../names/suggest-name.ts";
import type { Located, Place } from "../problem.ts";
import type { ProblemCode } from "../problem-code.ts";

/** An export, and who makes it. */
export interface AgentExport {
  readonly agent: AgentExpression;
  readonly exported: ExportExpression;
}

export class Directory {
  readonly #evaluation: Evaluation;

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  /** `around`: the service whose methods need no service to be named. */
  method(
    { value, ...place }: Located<MethodName>,
    around: ServiceExpression | undefined,
  ): MethodExpression | undefined {
    const service = value.service === undefined ? around : this.service(value.service, place);
    if (value.service === undefined && around === undefined) {
      this.#evaluation.report(
        {
          code: "missing_service",
          message: `"${value.method}" is a method of which service? This toolset is declared at the top level`,
          hint: `Write BindTo("service", "${value.method}").`,
        },
        place,
      );
    }
    if (service === undefined) return undefined;
    const found = findLoosely(service.methods, value.method);
    return (
      found ??
      this.#miss("unknown_method", `the service "${service.name}" has no method`, value.method, service.methods, place)
    );
  }

  service(name: string, place: Place): ServiceExpression | undefined {
    const { services } = this.#evaluation.reached;
    return (
      findLoosely(services, name) ?? this.#miss("unknown_service", "the design has no service", name, services, place)
    );
  }

  agentToolset(reference: AgentToolsetReference, place: Place): AgentExport | undefined {
    const service = this.service(reference.service, place);
    if (service === undefined) return undefined;
    const agent =
      service.agents.find(({ name }) => name === reference.agent) ??
      this.#miss("unknown_agent", `the service "${service.name}" has no agent`, reference.agent, service.agents, place);
    if (agent === undefined) return undefined;
    const named = agent.exports.map((exported) => ({
      exported,
      name: this.toolset(exported.target, exported)?.name ?? "",
    }));
    const found =
      named.find(({ name }) => name === reference.toolset) ??
      this.#miss("toolset_not_exported", `the agent "${agent.name}" does not export`, reference.toolset, named, place);
    return found && { agent, exported: found.exported };
  }

  /** The toolset itself, whoever answers for it. */
  toolset(target: ToolsetTarget, place: Place): ToolsetExpression | undefined {
    if (target.type === "inline") return target.toolset;
    const { reference } = target;
    if (reference.kind === "toolset") return this.#evaluation.reached.toolset(reference);
    if (reference.kind === "namedToolset") return this.#named(reference, place);
    const resolved = this.agentToolset(reference, place);
    return resolved && this.toolset(resolved.exported.target, resolved.exported);
  }

  #named({ name }: NamedToolset, place: Place): ToolsetExpression | undefined {
    const { toolsets } = this.#evaluation.reached;
    const found = toolsets.find((each) => each.name === name);
    return found ?? this.#miss("unknown_toolset", "the design has no toolset", name, toolsets, place);
  }

  #miss(
    code: ProblemCode,
    message: string,
    name: string,
    candidates: readonly { readonly name: string }[],
    place: Place,
  ): undefined {
    // An empty name was told already, where it was written.
    if (name === "") return undefined;
    const hint = suggestName(
      name,
      candidates.map((candidate) => candidate.name),
    );
    this.#evaluation.report({ code, message: `${message} "${name}"`, hint }, place);
    return undefined;
  }
}
