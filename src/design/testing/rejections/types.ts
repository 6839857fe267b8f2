/** Types, constraints and values that contradict each other. */
import { z } from "zod";
import {
  Any,
  ArrayOf,
  Attribute,
  Default,
  Enum,
  Example,
  Extend,
  Format,
  Int,
  MapOf,
  Maximum,
  MaxLength,
  Minimum,
  MinLength,
  OneOf,
  Pattern,
  Required,
  ServerData,
  Type,
  type UserType,
} from "../../index.ts";
import { inTool, inType, type Rejections, untyped } from "../rejection.ts";

export const typeRejections: Rejections = {
  invalid_type: [
    { design: () => inType(() => untyped.Attribute?.("n", Number)), at: "Attribute", hint: /Int/ },
    { design: () => inType(() => untyped.Attribute?.("n", undefined)), at: "Attribute", hint: /not there yet/ },
    { design: () => inTool(() => untyped.Args?.({ type: "string" })), at: "Args" },
    { design: () => inType(() => Attribute("d", untyped.ArrayOf?.(Date) as never)), at: "ArrayOf", hint: /date-time/ },
    { design: () => inType(() => Attribute("d", z.date())), at: "Attribute(", message: /JSON Schema cannot express/ },
    { design: () => inType(() => Attribute("d", Int, () => Attribute("x"))), at: 'Attribute("d"' },
    { design: () => inType(() => Attribute("d", z.object({}), () => Attribute("x"))), at: 'Attribute("d"' },
    { design: () => inTool(() => ServerData("k", () => {})), at: "ServerData(" },
    { design: () => inType(() => OneOf("state", () => {})), at: "OneOf(", message: /no variants/ },
  ],
  invalid_map_key: [{ design: () => inType(() => Attribute("m", MapOf(Int, String))), at: "Attribute(" }],
  invalid_constraint: [
    { design: () => inType(() => Attribute("s", String, () => Minimum(1))), at: "Minimum(" },
    { design: () => inType(() => Attribute("n", Int, () => Pattern("x"))), at: "Pattern(" },
    { design: () => inType(() => Attribute("n", Int, () => MinLength(1))), at: "MinLength(" },
    { design: () => inType(() => Attribute("n", Int, () => [Minimum(2), Maximum(1)])), at: "Maximum(" },
    { design: () => inType(() => Attribute("s", () => [MinLength(2), MaxLength(1)])), at: "MaxLength(" },
  ],
  invalid_value: [
    {
      design: () => inType(() => Attribute("n", Int, () => Default("five"))),
      at: "Default(",
      message: /integer is expected/,
    },
    { design: () => inType(() => Attribute("n", Int, () => [Maximum(3), Default(5)])), at: "Default(" },
    { design: () => inType(() => Attribute("s", String, () => Enum("a", 1))), at: "Enum(", message: /enum 1/ },
    { design: () => inType(() => Attribute("s", String, () => [Enum("a"), Default("b")])), at: "Default(" },
    { design: () => inType(() => Attribute("s", String, () => [Pattern("^a"), Example("b")])), at: "Example(" },
    { design: () => inType(() => Attribute("s", Any, () => Default(1n))), at: "Default(", message: /JSON/ },
    { design: () => inType(() => Attribute("s", Any, () => Example(1n))), at: "Example(", message: /JSON/ },
    {
      design: () => inType(() => Attribute("l", ArrayOf(String), () => Default([1]))),
      at: "Default(",
      message: /\[0\]/,
    },
  ],
  invalid_pattern: [{ design: () => inType(() => Attribute("s", String, () => Pattern("("))), at: "Pattern(" }],
  unknown_format: [
    {
      design: () => inType(() => Attribute("s", String, () => Format("datetime"))),
      at: "Format(",
      hint: /"date-time"/,
    },
  ],
  invalid_extension: [
    {
      design: () => {
        const Name = Type("Name", String);
        return { Thing: Type("Thing", () => Extend(Name)) };
      },
      at: "Extend(Name)",
    },
    {
      design: () => {
        const Self: UserType = Type("Self", () => Extend(Self));
        return { Self };
      },
      at: "Extend(Self)",
      message: /extends itself/,
    },
  ],
  endless_type: [
    {
      design: () => {
        const Node: UserType = Type("Node", () => [Attribute("next", Node), Required("next")]);
        return { Node };
      },
      at: "Type(",
    },
    {
      design: () => {
        const Egg: UserType = Type("Egg", () => OneOf("from", () => Attribute("hen", Hen)));
        const Hen: UserType = Type("Hen", () => [Attribute("egg", Egg), Required("egg"), Extend(Base)]);
        const Base = Type("Base", () => [Attribute("hen", Hen), Required("hen")]);
        return { Hen };
      },
      at: "Type(",
      path: "Hen",
    },
  ],
};
