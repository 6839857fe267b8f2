/** The functions for tools: their types, the method behind them, what people see of them, and what running them does. */
import type { ToolEffect } from "../../tool/spec.ts";
import type { Block } from "../expressions/declaration.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import { blockFunction, type Call, type CallServices } from "../functions/design-function.ts";
import { toolSpecs as specs } from "../functions/specs/tools.ts";
import type { Located, Place } from "../problem.ts";
import { declareShape, type ShapeFunction } from "./declare-shape.ts";
import { setOnce } from "./set-once.ts";

export interface ToolFunction {
  (name: string, block?: Block): void;
  (name: string, description: string, block?: Block): void;
}

export const Tool: ToolFunction = blockFunction(specs.Tool, (call, name, description, block) => {
  switch (call.context) {
    case "Toolset":
      return declareTool(call, call.expression, name, description, block);
    case "Method":
      return offerTool(call, name, description, block);
    case "Export":
      if (call.expression.target.type === "inline") {
        return declareTool(call, call.expression.target.toolset, name, description, block);
      }
  }
  if (description === undefined && block === undefined) call.expression.selected.push(call.at(name));
  else refuseDefinition(call, name);
});

export const Args: ShapeFunction = blockFunction(specs.Args, (call, ...shape) => {
  setOnce(call, call.expression, "args", declareShape(call, ...shape), "Args");
});

export const Return: ShapeFunction = blockFunction(specs.Return, (call, ...shape) => {
  setOnce(call, call.expression, "result", declareShape(call, ...shape), "Return");
});

export interface BindToFunction {
  (method: string): void;
  (service: string, method: string): void;
}

export const BindTo: BindToFunction = blockFunction(specs.BindTo, (call, serviceOrMethod, method) => {
  const named = method === undefined ? { method: serviceOrMethod } : { service: serviceOrMethod, method };
  setOnce(call, call.expression, "binding", call.at(named), "BindTo");
});

export const Inject: (...fields: string[]) => void = blockFunction(specs.Inject, (call, fields) => {
  const { inject } = call.expression;
  for (const field of fields) {
    if (!inject.some(({ value }) => value === field)) inject.push(call.at(field));
    else call.report({ code: "declared_twice", message: `"${field}" is injected twice`, hint: "Name it once." });
  }
});

export const CallHintTemplate: (template: string) => void = blockFunction(specs.CallHintTemplate, (call, template) => {
  setOnce(call, call.expression, "callHint", call.at(template), "CallHintTemplate");
});

export const ResultHintTemplate: (template: string) => void = blockFunction(
  specs.ResultHintTemplate,
  (call, template) => {
    setOnce(call, call.expression, "resultHint", call.at(template), "ResultHintTemplate");
  },
);

export const ResultReminder: (text: string) => void = blockFunction(specs.ResultReminder, (call, text) => {
  setOnce(call, call.expression, "resultReminder", call.at(text), "ResultReminder");
});

export const Effect: (effect: ToolEffect) => void = blockFunction(specs.Effect, (call, effect) => {
  setOnce(call, call.expression, "effect", call.at(effect), "Effect");
});

export const Idempotent: () => void = blockFunction(specs.Idempotent, (call) => {
  const effect: Located<ToolEffect> = call.at("idempotent");
  setOnce(call, call.expression, "effect", effect, "Effect");
});

export const TerminalRun: () => void = blockFunction(specs.TerminalRun, (call) => {
  setOnce(call, call.expression, "terminal", call.at(true), "TerminalRun");
});

export const Bookkeeping: () => void = blockFunction(specs.Bookkeeping, (call) => {
  setOnce(call, call.expression, "bookkeeping", call.at(true), "Bookkeeping");
});

function declareTool(
  call: Place & CallServices,
  toolset: ToolsetExpression,
  name: string,
  description: string | undefined,
  block: Block | undefined,
): void {
  const path = [...call.path, name];
  const lists = { tags: [], meta: new Map(), serverData: [], inject: [] };
  const tool: ToolExpression = { site: call.site, path, name, toolset, ...lists };
  if (description !== undefined) tool.description = call.at(description);
  toolset.tools.push(tool);
  call.evaluation.run({ context: "Tool", expression: tool, path }, block);
}

/** In a method, a tool is one that clients of the MCP server see; its types are those of the method. */
function offerTool(
  call: Call<"Method">,
  name: string,
  description: string | undefined,
  block: Block | undefined,
): void {
  const { site, path, expression } = call;
  if (description === undefined || block !== undefined) {
    call.report({
      code: block === undefined ? "missing_argument" : "invalid_argument",
      message: "Tool in a Method takes a name and a description; the method's payload and result are its types",
      hint: `Write Tool("${name}", "What it does").`,
    });
  }
  expression.offers.push({ type: "tool", site, path, name, description: description ?? "" });
}

function refuseDefinition(call: Call<"Use" | "Export">, name: string): void {
  call.report({
    code: "tool_in_reference",
    message: `the tool "${name}" is defined where a toolset is only referred to`,
    hint: `Define it in the toolset itself; here, Tool("${name}") alone selects it.`,
  });
}
