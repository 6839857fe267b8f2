/** The functions for results that may be a part of something larger. */
import { block } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional } from "../parameter.ts";
import { fieldName } from "../value-parameters.ts";

const family = "Bounded results";

const example = `
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

export const boundedResultSpecs = {
  BoundedResult: describeFunction({
    family,
    name: "BoundedResult",
    contexts: ["Tool"],
    parameters: [optional(block())],
    summary:
      "The result may be a part of something larger and says so: `returned`, `truncated`, `total` and `refinement_hint` are fields of it, added where they are not declared.",
    problems: ["invalid_bounds", "invalid_cursor", "declared_twice"],
    example,
  }),
  Cursor: describeFunction({
    family,
    name: "Cursor",
    contexts: ["BoundedResult"],
    parameters: [fieldName()],
    summary: "Names the optional text argument that takes a cursor.",
    problems: ["invalid_cursor", "unknown_field", "declared_twice"],
    example,
  }),
  NextCursor: describeFunction({
    family,
    name: "NextCursor",
    contexts: ["BoundedResult"],
    parameters: [fieldName()],
    summary: "Names the optional text field of the result that holds the next cursor.",
    problems: ["invalid_cursor", "unknown_field", "declared_twice"],
    example,
  }),
} as const;
