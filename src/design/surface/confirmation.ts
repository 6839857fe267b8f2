/** The functions for a person's word before a call. */
import type { Block } from "../expressions/declaration.ts";
import type { ConfirmationExpression } from "../expressions/tool-expression.ts";
import { blockFunction } from "../functions/design-function.ts";
import { confirmationSpecs as specs } from "../functions/specs/confirmation.ts";
import { setOnce } from "./set-once.ts";

export const Confirmation: (block: Block) => void = blockFunction(specs.Confirmation, (call, block) => {
  const { evaluation, expression: tool, site, path } = call;
  const confirmation: ConfirmationExpression = { site, path };
  setOnce(call, tool, "confirmation", confirmation, "Confirmation");
  evaluation.run({ context: "Confirmation", expression: confirmation, path }, block);
});

export const PromptTemplate: (template: string) => void = blockFunction(specs.PromptTemplate, (call, template) => {
  setOnce(call, call.expression, "promptTemplate", call.at(template), "PromptTemplate");
});

export const DeniedResultTemplate: (template: string) => void = blockFunction(
  specs.DeniedResultTemplate,
  (call, template) => {
    setOnce(call, call.expression, "deniedResultTemplate", call.at(template), "DeniedResultTemplate");
  },
);
