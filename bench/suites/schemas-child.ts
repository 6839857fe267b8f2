/** Registers 10,000 tools of one form in this process and prints what it cost. */
import type { Tool } from "../../src/index.ts";

const COUNT = 10_000;

export interface Measured {
  readonly registerSeconds: number;
  readonly heapKb: number;
  readonly firstMs?: number;
  readonly cachedMs?: number;
}

type Make = (i: number) => unknown;

async function makerOf(form: string): Promise<Make> {
  const { defineTool } = await import("../../src/index.ts");
  const json = (i: number) => ({
    type: "object" as const,
    properties: {
      query: { type: "string" as const, description: `What to look for in ${i}` },
      limit: { type: "integer" as const, minimum: 1, maximum: 100 },
      exact: { type: "boolean" as const },
      sort: { type: "string" as const, enum: ["new", "old"] },
    },
    required: ["query"],
  });
  if (form === "json") return json;
  const tool = (i: number, input: never) =>
    defineTool({ name: `catalogue.tool${i}`, description: "A tool of the catalogue", input, execute: () => null });
  if (form === "kigumi-json") return (i) => tool(i, json(i) as never);

  const { z } = await import("zod");
  const zod = (i: number) =>
    z.object({
      query: z.string().describe(`What to look for in ${i}`),
      limit: z.int().min(1).max(100).optional(),
      exact: z.boolean().optional(),
      sort: z.enum(["new", "old"]).optional(),
    });
  if (form === "zod") return zod;
  if (form === "kigumi-zod") return (i) => tool(i, zod(i) as never);

  const ai = await import("ai");
  return (i) => ai.tool({ description: "A tool of the catalogue", inputSchema: zod(i), execute: async () => null });
}

function define(made: unknown[]): unknown[] {
  return made.map((tool) => (tool as Tool).definition);
}

const form = process.argv[2] ?? "";
const make = await makerOf(form);
make(-1);
globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const cpuBefore = process.cpuUsage();
const made = Array.from({ length: COUNT }, (_, i) => make(i));
const cpu = process.cpuUsage(cpuBefore);
globalThis.gc?.();
const heapKb = (process.memoryUsage().heapUsed - heapBefore) / COUNT / 1024;

const register = { registerSeconds: (cpu.user + cpu.system) / 1e6, heapKb };
console.log(
  JSON.stringify({ ...register, ...(form.startsWith("kigumi") ? timeDefinitions() : {}) } satisfies Measured),
);

function timeDefinitions(): { firstMs: number; cachedMs: number } {
  const start = performance.now();
  define(made);
  const between = performance.now();
  define(made);
  return { firstMs: between - start, cachedMs: performance.now() - between };
}
