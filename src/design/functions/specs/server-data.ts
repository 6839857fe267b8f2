/** The functions for data beside a result, which never reaches a model. */
import { block, shape } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional } from "../parameter.ts";
import { choice, fieldName, name, remark } from "../value-parameters.ts";

const family = "Server data";

const example = `
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

export const serverDataSpecs = {
  ServerData: describeFunction({
    family,
    name: "ServerData",
    contexts: ["Tool"],
    parameters: [name("kind"), shape("type"), optional(remark()), optional(block())],
    summary: "Declares data beside the result, for people and programs; it never reaches a model.",
    problems: ["duplicate_name", "reserved_field"],
    example,
  }),
  AudienceTimeline: describeFunction({
    family,
    name: "AudienceTimeline",
    contexts: ["ServerData"],
    parameters: [],
    summary: "For people: kept, and streamed to whoever watches the run.",
    byDefault: "This one.",
    problems: ["declared_twice"],
    example,
  }),
  AudienceInternal: describeFunction({
    family,
    name: "AudienceInternal",
    contexts: ["ServerData"],
    parameters: [],
    summary: "For the composition of tools: neither kept nor shown.",
    problems: ["declared_twice"],
    example,
  }),
  AudienceEvidence: describeFunction({
    family,
    name: "AudienceEvidence",
    contexts: ["ServerData"],
    parameters: [],
    summary: "For proof: kept, apart from what is shown.",
    problems: ["declared_twice"],
    example,
  }),
  ModeAlways: describeFunction({
    family,
    name: "ModeAlways",
    contexts: ["ServerData"],
    parameters: [],
    summary: "The data is produced with every result, whatever the model asked for.",
    byDefault: "The data is optional: the model's word decides, else ServerDataDefault.",
    problems: ["declared_twice"],
    example,
  }),
  FromMethodResultField: describeFunction({
    family,
    name: "FromMethodResultField",
    contexts: ["ServerData"],
    parameters: [fieldName()],
    summary: "Takes the data from a field of the bound method's result.",
    problems: ["server_data_needs_binding", "unknown_field", "declared_twice"],
    example,
  }),
  ServerDataDefault: describeFunction({
    family,
    name: "ServerDataDefault",
    contexts: ["Tool"],
    parameters: [choice("default", ["on", "off"])],
    summary: "Whether optional data is produced when the model does not say.",
    byDefault: '"on"',
    problems: ["server_data_default_unused", "declared_twice"],
    example,
  }),
} as const;
