/** What the compiler promises about tools. Checked by `npm run typecheck`; a lost error fails as loudly as a new one. */
import { defineTool, jsonSchema, type Tool, type ToolContext, textResult, toolset } from "kigumi";
import { z } from "zod";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Equal<A, B>) => {};

const base = { name: "t", description: "" };

// execute sees the schema's output type: defaults applied, optionals optional.
const typed = defineTool({
  ...base,
  input: z.object({ query: z.string(), limit: z.number().default(5), tag: z.string().optional() }),
  execute: (input) => {
    same<typeof input, { query: string; limit: number; tag?: string | undefined }>(true);
    return { found: input.limit };
  },
});
// A caller sees the input type; the result type follows execute.
same<
  NonNullable<(typeof typed)["~types"]>["input"],
  { query: string; limit?: number | undefined; tag?: string | undefined }
>(true);
same<NonNullable<(typeof typed)["~types"]>["output"], { found: number }>(true);

// An output schema binds what execute returns; an explicit result is always allowed.
defineTool({ ...base, input: z.object({}), output: z.object({ n: z.number() }), execute: () => ({ n: 1 }) });
defineTool({ ...base, input: z.object({}), output: z.object({ n: z.number() }), execute: () => textResult("no") });
defineTool({
  ...base,
  input: z.object({}),
  output: z.object({ n: z.number() }),
  // @ts-expect-error the output schema wants a number
  execute: () => ({ n: "one" }),
});

// Plain JSON Schema has the type it is given, or JSON objects.
defineTool({
  ...base,
  input: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } }),
  execute: ({ path }) => path.toUpperCase(),
});
defineTool({ ...base, input: { type: "object" }, execute: (input) => Object.keys(input).length });

// @ts-expect-error a schema that is neither Standard Schema nor JSON Schema
defineTool({ ...base, input: 7, execute: () => 1 });
// @ts-expect-error a tool needs code
defineTool({ ...base, input: z.object({}) });

// A tool that needs certain dependencies still fits a list of tools.
const withDeps = defineTool({
  ...base,
  input: z.object({}),
  execute: (_, ctx: ToolContext<{ db: { query(sql: string): number } }>) => ctx.deps.db.query("select 1"),
});
const list: Tool[] = [typed, withDeps];
toolset("all", list);
// @ts-expect-error the context lacks the dependency
withDeps.executeRaw("{}", {} as ToolContext<{ other: string }>);
