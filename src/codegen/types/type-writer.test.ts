import { expect, test } from "vitest";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { ModuleText } from "../text/module-text.ts";
import { TypeCatalog } from "./type-catalog.ts";
import { addTypes } from "./types-module.ts";

function typesOf(types: Record<string, JsonSchema>): string {
  const catalog = new TypeCatalog(types);
  const module = new ModuleText("");
  addTypes(module, { catalog, types: catalog.types });
  return String(module).split("\n").slice(2).join("\n").trim();
}

test("a field with a default is always there once decoded, and need not be sent", () => {
  const types = typesOf({
    Search: {
      type: "object",
      description: "What to look for.",
      properties: {
        query: { type: "string", description: "Words */ of the\nuser" },
        limit: { type: "integer", default: 5 },
        "odd-key": { type: ["string", "null"] },
      },
      required: ["query"],
      additionalProperties: false,
    },
    Both: { type: "object", properties: { one: { $ref: "#/$defs/Search" } }, additionalProperties: false },
  });
  expect(types).toMatchInlineSnapshot(`
    "export interface Both {
      readonly one?: Search;
    }

    export interface BothInput {
      readonly one?: SearchInput;
    }

    /** What to look for. */
    export interface Search {
      /**
       * Words *\\/ of the
       * user
       */
      readonly query: string;
      readonly limit: number;
      readonly "odd-key"?: string | null;
    }

    /** What to look for. */
    export interface SearchInput {
      /**
       * Words *\\/ of the
       * user
       */
      readonly query: string;
      readonly limit?: number;
      readonly "odd-key"?: string | null;
    }"
  `);
});

test("recursion, unions, tuples, maps, fixed values and compositions have their own forms", () => {
  const types = typesOf({
    Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } }, additionalProperties: false },
    List: { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }, { type: "number" }] } },
    Pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 1 },
    Head: { type: "array", prefixItems: [{ type: "string" }], items: { type: "boolean" } },
    Map: { type: "object", additionalProperties: { $ref: "#/$defs/Tree" } },
    Mixed: { type: "object", properties: { own: { type: "string" } }, additionalProperties: { type: "integer" } },
    Open: { type: "object", properties: { own: { type: "string" } } },
    Empty: { type: "object", properties: {}, additionalProperties: false },
    Any: {},
    Word: { enum: ["a", 1, null, { b: [true] }] },
    Joined: {
      allOf: [{ $ref: "#/$defs/Tree" }, { type: "object", properties: { b: { type: "string" } } }],
      unevaluatedProperties: false,
    },
  });
  expect(types).toMatchInlineSnapshot(`
    "export type Any = unknown;

    export type Empty = Readonly<Record<string, never>>;

    export type Head = readonly [string?, ...boolean[]];

    export type Joined = Tree & { readonly b?: string };

    export type List = readonly (string | number)[];

    export type Map = Readonly<Record<string, Tree>>;

    export interface Mixed {
      readonly own?: string;
      readonly [key: string]: number | string | undefined;
    }

    export interface Open {
      readonly own?: string;
      readonly [key: string]: unknown;
    }

    export type Pair = readonly [string, number?];

    export interface Tree {
      readonly next?: Tree;
    }

    export type Word = "a" | 1 | null | { readonly b: readonly [true] };"
  `);
});
