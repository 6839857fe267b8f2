/** The functions for the API, its services, their methods and typed answers. */
import { type Block, declare } from "../expressions/declaration.ts";
import type { ApiDeclaration, MethodHandle, ServiceDeclaration } from "../expressions/declarations.ts";
import type { CompletionExpression, MethodExpression } from "../expressions/service-expression.ts";
import { blockFunction, declaringFunction, defineFunction, inBlock } from "../functions/design-function.ts";
import { serviceSpecs as specs } from "../functions/specs/services.ts";
import { declareShape, type ShapeFunction } from "./declare-shape.ts";
import { setOnce } from "./set-once.ts";

export const API: (name: string, block?: Block) => ApiDeclaration = declaringFunction(
  specs.API,
  (call, name = "", block) => declare<ApiDeclaration>("api", call, { name, block }),
);

export const Service: (name: string, block?: Block) => ServiceDeclaration = declaringFunction(
  specs.Service,
  (call, name = "", block) => declare<ServiceDeclaration>("service", call, { name, block }),
);

const declareMethod = inBlock(specs.Method, ({ evaluation, expression: service, site, path }, name, block) => {
  const method: MethodExpression = { site, path: [...path, name], name, service, meta: new Map(), offers: [] };
  service.methods.push(method);
  evaluation.run({ context: "Method", expression: method, path: method.path }, block);
  return { service: service.name, method: name };
});

export const Method: (name: string, block?: Block) => MethodHandle = defineFunction([specs.Method], (site, args) => {
  const names = declareMethod(site, args) ?? { service: "", method: "" };
  return declare<MethodHandle>("method", { site, faults: [] }, names);
});

export const Payload: ShapeFunction = blockFunction(specs.Payload, (call, ...shape) => {
  setOnce(call, call.expression, "payload", declareShape(call, ...shape), "Payload");
});

export const Result: ShapeFunction = blockFunction(specs.Result, (call, ...shape) => {
  setOnce(call, call.expression, "result", declareShape(call, ...shape), "Result");
});

export const StreamingResult: ShapeFunction = blockFunction(specs.StreamingResult, (call, ...shape) => {
  setOnce(call, call.expression, "streamingResult", declareShape(call, ...shape), "StreamingResult");
});

export interface CompletionFunction {
  (name: string, block: Block): void;
  (name: string, description: string, block: Block): void;
}

/** What providers take as the name of a structured answer. */
const providerName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const Completion: CompletionFunction = blockFunction(specs.Completion, (call, name, description, block) => {
  const { evaluation, expression: service, site, path } = call;
  if (name !== "" && !providerName.test(name)) {
    call.report({
      code: "invalid_name",
      message: `${JSON.stringify(name)} cannot be the name of a completion: providers would refuse it`,
      hint: 'Use letters, digits, "_" and "-", at most 64, beginning with a letter or digit.',
    });
  }
  const completion: CompletionExpression = { site, path: [...path, name], name, service };
  if (description !== undefined) completion.description = call.at(description);
  service.completions.push(completion);
  evaluation.run({ context: "Completion", expression: completion, path: completion.path }, block);
});
