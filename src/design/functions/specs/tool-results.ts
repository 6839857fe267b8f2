/** The functions for what comes with a tool's result, and for what comes before its run: a person's word. */
import { block, shape } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional } from "../parameter.ts";
import { choice, fieldName, name, remark, text } from "../value-parameters.ts";

const serverDataExample = `
export const desk = Service("desk", () => {
  Method("series", () => {
    Payload(() => {
      Attribute("device_id", String);
      Required("device_id");
    });
    Result(() => {
      Attribute("summary", String);
      Attribute("points", ArrayOf(Float64));
      Attribute("evidence", ArrayOf(String));
      Required("summary");
    });
  });
  Agent("chat", () => {
    Use("atlas", () => {
      Tool("get_time_series", "Get time series data", () => {
        Return(() => {
          Attribute("summary", String, "Summary for the model");
          Required("summary");
        });
        BindTo("series");
        ServerData("atlas.time_series", ArrayOf(Float64), "A chart of the series", () => {
          AudienceTimeline();
          FromMethodResultField("points");
        });
        ServerData("atlas.raw", ArrayOf(Float64), () => {
          AudienceInternal();
        });
        ServerData("aura.evidence", ArrayOf(String), () => {
          AudienceEvidence();
          ModeAlways();
          FromMethodResultField("evidence");
        });
        ServerDataDefault("off");
      });
    });
  });
});`;

const boundsExample = `
export const devices = Toolset("devices", () => {
  Tool("list_devices", "List devices, page by page", () => {
    Args(() => {
      Attribute("cursor", String, "Where to go on");
    });
    Return(() => {
      Attribute("devices", ArrayOf(String), "Matching devices");
      Attribute("next_cursor", String, "Where the next page begins");
      Required("devices");
    });
    BoundedResult(() => {
      Cursor("cursor");
      NextCursor("next_cursor");
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use(devices);
  });
});`;

const confirmationExample = `
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

const serverData = { family: "Server data", example: serverDataExample } as const;
const bounds = { family: "Bounded results", example: boundsExample } as const;
const confirmation = { family: "Confirmation", example: confirmationExample } as const;

export const toolResultSpecs = {
  ServerData: describeFunction({
    ...serverData,
    name: "ServerData",
    contexts: ["Tool"],
    parameters: [name("kind"), shape("type"), optional(remark()), optional(block())],
    summary: "Declares data beside the result, for people and programs; it never reaches a model.",
    problems: ["duplicate_name", "reserved_field"],
  }),
  AudienceTimeline: describeFunction({
    ...serverData,
    name: "AudienceTimeline",
    contexts: ["ServerData"],
    parameters: [],
    summary: "For people: kept, and streamed to whoever watches the run.",
    byDefault: "This one.",
    problems: ["declared_twice"],
  }),
  AudienceInternal: describeFunction({
    ...serverData,
    name: "AudienceInternal",
    contexts: ["ServerData"],
    parameters: [],
    summary: "For the composition of tools: neither kept nor shown.",
    problems: ["declared_twice"],
  }),
  AudienceEvidence: describeFunction({
    ...serverData,
    name: "AudienceEvidence",
    contexts: ["ServerData"],
    parameters: [],
    summary: "For proof: kept, apart from what is shown.",
    problems: ["declared_twice"],
  }),
  ModeAlways: describeFunction({
    ...serverData,
    name: "ModeAlways",
    contexts: ["ServerData"],
    parameters: [],
    summary: "The data is produced with every result, whatever the model asked for.",
    byDefault: "The data is optional: the model's word decides, else ServerDataDefault.",
    problems: ["declared_twice"],
  }),
  FromMethodResultField: describeFunction({
    ...serverData,
    name: "FromMethodResultField",
    contexts: ["ServerData"],
    parameters: [fieldName()],
    summary: "Takes the data from a field of the bound method's result.",
    problems: ["server_data_needs_binding", "unknown_field", "declared_twice"],
  }),
  ServerDataDefault: describeFunction({
    ...serverData,
    name: "ServerDataDefault",
    contexts: ["Tool"],
    parameters: [choice("default", ["on", "off"])],
    summary: "Whether optional data is produced when the model does not say.",
    byDefault: '"on"',
    problems: ["server_data_default_unused", "declared_twice"],
  }),
  BoundedResult: describeFunction({
    ...bounds,
    name: "BoundedResult",
    contexts: ["Tool"],
    parameters: [optional(block())],
    summary:
      "The result may be a part of something larger and says so: `returned`, `truncated`, `total` and `refinement_hint` are fields of it, added where they are not declared.",
    problems: ["invalid_bounds", "invalid_cursor", "declared_twice"],
  }),
  Cursor: describeFunction({
    ...bounds,
    name: "Cursor",
    contexts: ["BoundedResult"],
    parameters: [fieldName()],
    summary: "Names the optional text argument that takes a cursor.",
    problems: ["invalid_cursor", "unknown_field", "declared_twice"],
  }),
  NextCursor: describeFunction({
    ...bounds,
    name: "NextCursor",
    contexts: ["BoundedResult"],
    parameters: [fieldName()],
    summary: "Names the optional text field of the result that holds the next cursor.",
    problems: ["invalid_cursor", "unknown_field", "declared_twice"],
  }),
  Confirmation: describeFunction({
    ...confirmation,
    name: "Confirmation",
    contexts: ["Tool"],
    parameters: [block()],
    summary: "Has a person approve each call before it runs.",
    problems: ["incomplete_confirmation", "declared_twice"],
  }),
  PromptTemplate: describeFunction({
    ...confirmation,
    name: "PromptTemplate",
    contexts: ["Confirmation"],
    parameters: [text("template")],
    summary: "What the person is asked; the template sees the arguments.",
    problems: ["invalid_template", "template_unknown_field", "template_not_a_collection", "declared_twice"],
  }),
  DeniedResultTemplate: describeFunction({
    ...confirmation,
    name: "DeniedResultTemplate",
    contexts: ["Confirmation"],
    parameters: [text("template")],
    summary: "The result of a call that was declined, as JSON; the template sees the arguments.",
    problems: ["denied_result_invalid", "invalid_template", "template_unknown_field", "declared_twice"],
  }),
} as const;
