/** Any library with Standard Schema and Standard JSON Schema will do; the real ones say so. */
import { type } from "arktype";
import * as v from "valibot";
import { expect, test } from "vitest";
import { z } from "zod";
import { createToolContext } from "../../runtime/tool-context.ts";
import { defineTool } from "../define-tool.ts";
import { jsonResult } from "../result.ts";

const ctx = createToolContext();
const options = { name: "t", description: "" };

test("arktype: described, validated, closed, typed", async () => {
  const tool = defineTool({
    ...options,
    input: type({ query: "string", "limit?": "number" }),
    execute: ({ query, limit }) => `${query.toUpperCase()}${limit ?? ""}`,
  });
  expect(tool.definition.parameters).toMatchObject({
    type: "object",
    required: ["query"],
    additionalProperties: false,
  });
  expect(await tool.executeRaw('{"query":"x"}', ctx)).toMatchObject({ text: "X" });
  await expect(tool.executeRaw('{"query":1,"extra":2}', ctx)).rejects.toThrow(/query: .*[\s\S]*extra: unknown key/);
});

test("a library that cannot describe itself is refused with the way out", () => {
  const tool = defineTool({ ...options, input: v.object({ a: v.string() }) as never, execute: () => null });
  expect(() => tool.definition).toThrow(/valibot schema cannot describe itself.*plain JSON Schema/);
});

test("asynchronous checks of a schema are awaited", async () => {
  const tool = defineTool({
    ...options,
    input: z.object({ name: z.string().refine(async (name) => name !== "taken", "already taken") }),
    execute: (input) => input,
  });
  expect(await tool.executeRaw('{"name":"free"}', ctx)).toEqual(jsonResult({ name: "free" }));
  await expect(tool.executeRaw('{"name":"taken"}', ctx)).rejects.toThrow("name: already taken");
  await expect(tool.executeRaw('{"name":"taken"}', ctx)).rejects.toThrow("name: already taken");
});

test("transforms run, and execute sees their output", async () => {
  const tool = defineTool({
    ...options,
    input: z.object({ day: z.iso.date().transform((text) => new Date(text)) }),
    execute: ({ day }) => day.getTime(),
  });
  expect(await tool.executeRaw('{"day":"1970-01-02"}', ctx)).toEqual(jsonResult(86_400_000));
});

test("every kind of zod issue becomes a constraint a program can read", async () => {
  const tool = defineTool({
    ...options,
    input: z.object({
      text: z.string().min(2).max(3),
      list: z.array(z.number()).max(1),
      count: z.number().min(1).max(9).multipleOf(2),
      code: z.string().regex(/^[a-z]$/),
      mail: z.email(),
      pick: z.union([z.string(), z.number()]),
      odd: z.number().refine((n) => n % 2 === 1, "has to be odd"),
    }),
    execute: () => null,
  });
  const bad = { text: "x", list: [1, 2], count: 11, code: "AB", mail: "no", pick: true, odd: 2 };
  const error = await tool.executeRaw(JSON.stringify(bad), ctx).catch((e) => e);
  expect(error.issues.map((i: { path: string[]; constraint: string }) => `${i.path}: ${i.constraint}`)).toEqual([
    "text: minLength",
    "list: maxItems",
    "count: maximum",
    "count: multipleOf",
    "code: pattern",
    "mail: format",
    "pick: union",
    "odd: custom",
  ]);
});
