import { expect, test } from "vitest";
import {
  Args,
  Attribute,
  Confirmation,
  DeniedResultTemplate,
  PromptTemplate,
  Required,
  Return,
  Title,
} from "../index.ts";
import { toolOf } from "../testing/tool-of.ts";

test("a confirmation carries its title and templates; the denied result may leave out optional arguments", () => {
  const tool = toolOf(() => {
    Args(() => {
      Attribute("key", String);
      Attribute("value", String);
      Required("key");
    });
    Return(() => {
      Attribute("summary", String);
      Attribute("key", String);
      Required("summary");
    });
    Confirmation(() => {
      Title("Confirm change");
      PromptTemplate("Approve write: set {{ .Key }} to {{ .Value }}");
      DeniedResultTemplate('{"summary":"Cancelled","key":"{{ .Key }}"}');
    });
  });
  expect(tool.confirmation).toEqual({
    title: "Confirm change",
    promptTemplate: "Approve write: set {{ .Key }} to {{ .Value }}",
    deniedResultTemplate: '{"summary":"Cancelled","key":"{{ .Key }}"}',
  });
});

test("a denied result for a tool without a result only has to be JSON", () => {
  const tool = toolOf(() =>
    Confirmation(() => {
      PromptTemplate("Sure?");
      DeniedResultTemplate('"declined"');
    }),
  );
  expect(tool.confirmation?.deniedResultTemplate).toBe('"declined"');
});
