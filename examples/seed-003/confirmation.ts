/** A tool that a person has to approve, with what they are asked and what the model reads when they decline. */
import {
  Agent,
  Args,
  Attribute,
  Confirmation,
  DeniedResultTemplate,
  PromptTemplate,
  Required,
  Return,
  Service,
  Title,
  Tool,
  Toolset,
  Type,
  Use,
} from "kigumi/design";

export const DangerousWriteArgs = Type("DangerousWriteArgs", () => {
  Attribute("key", String);
  Attribute("value", String);
  Required("key", "value");
});

export const DangerousWriteResult = Type("DangerousWriteResult", () => {
  Attribute("summary", String);
  Attribute("key", String);
  Required("summary", "key");
});

export const Settings = Toolset("settings", () => {
  Tool("dangerous_write", "Write a stateful change", () => {
    Args(DangerousWriteArgs);
    Return(DangerousWriteResult);
    Confirmation(() => {
      Title("Confirm change");
      PromptTemplate("Approve write: set {{ .Key }} to {{ .Value }}");
      DeniedResultTemplate('{"summary":"Cancelled","key":"{{ .Key }}"}');
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    Use(Settings);
  });
});
