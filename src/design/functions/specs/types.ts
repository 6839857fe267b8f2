/** The functions for types and their fields. */
import type { UserType } from "../../types/design-type.ts";
import { block, declared, shape, type } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional, rest } from "../parameter.ts";
import { fieldName, name, remark, wholeNumber } from "../value-parameters.ts";

const typesExample = `
export const Named = Type("Named", () => {
  Attribute("name", String);
  Required("name");
});

export const Device = Type("Device", () => {
  Extend(Named);
  Attribute("labels", MapOf(String, String), "Labels by key");
  Attribute("parts", ArrayOf(Named));
  Attribute("serial", OneOf(String, Int));
  OneOf("state", "What it is doing", () => {
    Attribute("online", Int, "Since when");
    Attribute("broken", String, "What is wrong");
  });
});

export const Numbered = Type("Numbered", () => {
  Field(1, "query", String, "Search query");
  Field(2, "limit", Int, "Maximum results");
  Required("query");
});`;

const types = { family: "Types", example: typesExample } as const;

export const typeSpecs = {
  Type: describeFunction({
    ...types,
    name: "Type",
    contexts: [],
    usedIn: "the place of a type",
    parameters: [name(), shape("type"), optional(block())],
    summary:
      "Declares a type with a name: an object of the attributes in a block, or another name for a type. It may contain itself.",
    problems: ["duplicate_name", "endless_type"],
  }),
  ArrayOf: describeFunction({
    ...types,
    name: "ArrayOf",
    contexts: [],
    usedIn: "the place of a type",
    parameters: [type(), optional(block())],
    summary: "A list; the block constrains its elements.",
  }),
  MapOf: describeFunction({
    ...types,
    name: "MapOf",
    contexts: [],
    usedIn: "the place of a type",
    parameters: [type("key"), type("value"), optional(block())],
    summary: "A map from texts to values; the block constrains the values.",
    problems: ["invalid_map_key"],
  }),
  OneOfTypes: describeFunction({
    ...types,
    name: "OneOf",
    contexts: [],
    usedIn: "the place of a type",
    parameters: [rest(type("types"))],
    summary: "One of several types.",
  }),
  OneOfField: describeFunction({
    ...types,
    name: "OneOf",
    contexts: ["Schema"],
    parameters: [fieldName("name"), optional(remark()), block()],
    summary: "A field that is one of the attributes in its block, sent as `{ type, value }`.",
    problems: ["duplicate_name", "invalid_type"],
  }),
  Attribute: describeFunction({
    ...types,
    name: "Attribute",
    contexts: ["Schema"],
    parameters: [
      fieldName("name"),
      optional(type(), "an object when the block has attributes, else String"),
      optional(remark()),
      optional(block()),
    ],
    summary: "Declares a field; the block constrains its type.",
    problems: ["duplicate_name"],
  }),
  Field: describeFunction({
    ...types,
    name: "Field",
    contexts: ["Schema"],
    parameters: [
      wholeNumber("number", 1),
      fieldName("name"),
      optional(type(), "an object when the block has attributes, else String"),
      optional(remark()),
      optional(block()),
    ],
    summary: "Is Attribute with a number, which has to be unique in its type; nothing here encodes by it.",
    problems: ["duplicate_name"],
  }),
  Required: describeFunction({
    ...types,
    name: "Required",
    contexts: ["Schema"],
    parameters: [rest(fieldName("fields"))],
    summary: "Says which fields have to be there.",
    byDefault: "Fields are optional.",
    problems: ["unknown_field"],
  }),
  Extend: describeFunction({
    ...types,
    name: "Extend",
    contexts: ["Schema"],
    parameters: [declared<UserType>("type", "what Type returned", "type")],
    summary: "Takes over the fields of another type.",
    problems: ["invalid_extension", "duplicate_name"],
  }),
} as const;
