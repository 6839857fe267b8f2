/**
 * One tool call: JSON text in, validated, executed, serialized result out. Every case echoes its input, so the work
 * that cannot be avoided (parse and stringify) is the same everywhere and the ratios show only what each adds.
 */
import { executeTool, safeParseJSON } from "@ai-sdk/provider-utils";
import { tool as openaiTool, RunContext } from "@openai/agents";
import { tool as aiTool } from "ai";
import { z } from "zod";
import {
  createToolContext,
  defineTool,
  executeToolCall,
  type Tool,
  type ToolResult,
  toolset,
  toToolMessage,
} from "../../src/index.ts";
import { type Case, sideBySide } from "../harness.ts";
import type { Report } from "../report.ts";

const FIELD_COUNTS = [1, 5, 30];

export async function run(): Promise<Report[]> {
  const reports: Report[] = [];
  for (const kind of ["valid", "invalid"] as const) {
    const rows: (string | number)[][] = [];
    for (const fields of FIELD_COUNTS) {
      const timings = await sideBySide(casesFor(fields, kind));
      const floor = timings[0]?.nanoseconds ?? 1;
      const zod = timings[1]?.nanoseconds ?? 1;
      for (const { name, nanoseconds } of timings) {
        rows.push([`${fields} · ${name}`, nanoseconds / 1000, nanoseconds / floor, nanoseconds / zod]);
      }
    }
    reports.push({
      bench: `dispatch-${kind}`,
      title: `Tool dispatch, ${kind} arguments (fields · path)`,
      columns: ["", "µs/call", "× bare function", "× bare zod"],
      rows,
      notes: ["bare function: parse, echo, stringify, awaited; the best of 25 interleaved slices each"],
    });
  }
  return reports;
}

function casesFor(fields: number, kind: "valid" | "invalid"): Case[] {
  const { shape, properties, value } = declare(fields);
  const json = JSON.stringify(kind === "valid" ? value : { ...value, f0: 17 });
  const input = z.object(shape);
  const echo = (args: unknown) => args;

  const ctx = createToolContext();
  const options = { name: "bench.echo", description: "Echo", effect: "read" } as const;
  const ours = defineTool({ ...options, input, execute: echo });
  const plain = defineTool({
    ...options,
    input: { type: "object", properties, required: Object.keys(properties) },
    execute: echo,
  });
  const tools = toolset("bench", [ours]);
  const policy = {
    allow: [...Array.from({ length: 99 }, (_, i) => `other.tool${i}`), "bench.echo"],
    deny: null,
    params: {},
  };
  const call = { id: "c1", name: "bench.echo", arguments: json };

  const runRaw = (tool: Tool) =>
    kind === "valid" ? () => tool.executeRaw(json, ctx) : () => tool.executeRaw(json, ctx).catch(String);
  const serialize = (result: ToolResult | string) =>
    typeof result === "string" ? result : toToolMessage(call, result).content;

  const aiSdk = aiTool({ description: "Echo", inputSchema: input, execute: async (args: unknown) => args });
  const openai = openaiTool({ name: "echo", description: "Echo", parameters: input, execute: async (args) => args });
  const runContext = new RunContext();

  return [
    { name: "bare function", run: async () => JSON.stringify(echo(JSON.parse(json))) },
    {
      name: "bare zod",
      run: async () => {
        const parsed = input.safeParse(JSON.parse(json));
        return parsed.success ? JSON.stringify(echo(parsed.data)) : parsed.error.message;
      },
    },
    { name: "kigumi executeRaw", run: runRaw(ours), finish: serialize },
    { name: "kigumi executeRaw, JSON Schema", run: runRaw(plain), finish: serialize },
    { name: "kigumi executeToolCall, 100 rules", run: () => executeToolCall(call, { tools, policy, ctx }) },
    { name: "AI SDK tool()", run: () => throughAiSdk(aiSdk as never, input, json) },
    { name: "OpenAI Agents tool()", run: async () => JSON.stringify(await openai.invoke(runContext, json)) },
  ];
}

/** What `generateText` does with one call: parse and validate, then drain the tool's execution. */
async function throughAiSdk(tool: never, schema: z.ZodType, text: string): Promise<string> {
  const parsed = await safeParseJSON({ text, schema });
  if (!parsed.success) return parsed.error.message;
  let output: unknown;
  const options = { toolCallId: "c1", messages: [], context: {} };
  for await (const part of executeTool({
    tool: tool as never,
    input: parsed.value as never,
    options: options as never,
  })) {
    output = part.output;
  }
  return JSON.stringify(output);
}

function declare(fields: number) {
  const kinds = [
    { zod: z.string(), json: { type: "string" }, value: "a short text" },
    { zod: z.number(), json: { type: "number" }, value: 42.5 },
    { zod: z.boolean(), json: { type: "boolean" }, value: true },
  ] as const;
  const shape: Record<string, z.ZodType> = {};
  const properties: Record<string, { type: "string" | "number" | "boolean" }> = {};
  const value: Record<string, unknown> = {};
  for (let i = 0; i < fields; i++) {
    const kind = kinds[i % kinds.length];
    if (kind === undefined) continue;
    shape[`f${i}`] = kind.zod;
    properties[`f${i}`] = kind.json;
    value[`f${i}`] = kind.value;
  }
  return { shape, properties, value };
}
