/** The functions for a person's word before a call. */
import { block } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { text } from "../value-parameters.ts";
import { templateProblems } from "./template-problems.ts";

const family = "Confirmation";

const example = `
export const ops = Toolset("ops", () => {
  Tool("dangerous_write", "Write a stateful change", () => {
    Args(() => {
      Attribute("key", String);
      Attribute("value", String);
      Required("key", "value");
    });
    Return(() => {
      Attribute("summary", String);
      Attribute("key", String);
      Required("summary");
    });
    Tags("destructive");
    Confirmation(() => {
      Title("Confirm change");
      PromptTemplate("Approve write: set {{ .Key }} to {{ .Value }}");
      DeniedResultTemplate('{"summary":"Cancelled","key":{{ json .Key }}}');
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use(ops);
  });
});`;

export const confirmationSpecs = {
  Confirmation: describeFunction({
    family,
    name: "Confirmation",
    contexts: ["Tool"],
    parameters: [block()],
    summary: "Has a person approve each call before it runs.",
    problems: ["incomplete_confirmation", "declared_twice"],
    example,
  }),
  PromptTemplate: describeFunction({
    family,
    name: "PromptTemplate",
    contexts: ["Confirmation"],
    parameters: [text("template")],
    summary: "What the person is asked; the template sees the arguments.",
    problems: templateProblems,
    example,
  }),
  DeniedResultTemplate: describeFunction({
    family,
    name: "DeniedResultTemplate",
    contexts: ["Confirmation"],
    parameters: [text("template")],
    summary: "The result of a call that was declined, as JSON; the template sees the arguments.",
    problems: ["denied_result_invalid", ...templateProblems],
    example,
  }),
} as const;
