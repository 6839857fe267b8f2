/**
 * Decoding the same objects with a generated decoder, with zod (as parsed, and compiled by zod's own compiler) and
 * with ajv. Everyone refuses unknown keys and fills the same defaults; the values are parsed JSON, and one row begins
 * with the text.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ajvModule from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import { z } from "zod";
import { addCodecs } from "../../src/codegen/codecs/codecs-module.ts";
import type { Codec } from "../../src/codegen/runtime/index.ts";
import { ModuleText } from "../../src/codegen/text/module-text.ts";
import { TypeCatalog } from "../../src/codegen/types/type-catalog.ts";
import type { JsonSchema } from "../../src/tool/schema/json-schema.ts";
import { sideBySide, type Timing } from "../harness.ts";
import type { Report } from "../report.ts";
import { measureDesign } from "./codecs-design.ts";

const Search = z.strictObject({
  query: z.string().min(1).max(200),
  limit: z.int().min(1).max(100).default(5),
  exact: z.boolean().optional(),
});
const Device = z.strictObject({
  id: z.string(),
  status: z.enum(["online", "offline", "unknown"]),
  seenAt: z.string().min(10),
  tags: z.array(z.string()),
  position: z.strictObject({ x: z.number(), y: z.number(), floor: z.int().optional() }),
});
const Devices = z.strictObject({ devices: z.array(Device), returned: z.int(), truncated: z.boolean() });

const device = (i: number) => ({
  id: `device-${i}`,
  status: "online",
  seenAt: "2025-01-31T09:30:00Z",
  tags: ["a", "b", "c"],
  position: { x: i, y: i + 0.5 },
});

const CASES = [
  { label: "arguments, all given", type: "Search", schema: Search, value: { query: "web", limit: 3, exact: true } },
  { label: "arguments, a default filled", type: "Search", schema: Search, value: { query: "web" } },
  { label: "a device", type: "Device", schema: Device, value: device(1) },
  {
    label: "50 devices",
    type: "Devices",
    schema: Devices,
    value: { devices: Array.from({ length: 50 }, (_, i) => device(i)), returned: 50, truncated: false },
  },
  { label: "an unknown key", type: "Search", schema: Search, value: { query: "web", limt: 3 }, isWrong: true },
  { label: "a missing field", type: "Search", schema: Search, value: { limit: 3 }, isWrong: true },
  { label: "a wrong type", type: "Search", schema: Search, value: { query: "web", limit: "3" }, isWrong: true },
  {
    label: "three things wrong",
    type: "Device",
    schema: Device,
    value: { ...device(1), status: "gone", tags: [1], position: { x: 1 } },
    isWrong: true,
  },
];

export async function run(): Promise<Report[]> {
  const codecs = await loadCodecs();
  const parsed: (string | number)[][] = [];
  const texts: (string | number)[][] = [];
  for (const { label, type, schema, value, isWrong = false } of CASES) {
    const codec = codecs[type] as Codec<unknown>;
    const compiled = z.compile(schema);
    const validate = compileAjv(schema);
    if ((codec.tryDecode(value).issues === undefined) === isWrong) throw new Error(`${label}: kigumi`);
    if (schema.safeParse(value).success === isWrong) throw new Error(`${label}: zod`);
    const decoders = [
      { name: "kigumi", decode: (input: unknown) => codec.tryDecode(input) },
      { name: "zod", decode: (input: unknown) => schema.safeParse(input) },
      { name: "zod compiled", decode: (input: unknown) => compiled.safeParse(input) },
    ];
    const text = JSON.stringify(value);
    const fromText = [...decoders, { name: "ajv", decode: validate }];
    parsed.push(
      row(label, await sideBySide(decoders.map(({ name, decode }) => ({ name, run: many(() => decode(value)) })))),
    );
    texts.push(
      row(
        label,
        await sideBySide(fromText.map(({ name, decode }) => ({ name, run: many(() => decode(JSON.parse(text))) }))),
      ),
    );
  }
  return [
    {
      bench: "codecs",
      title: "decoding parsed JSON, ns per value",
      columns: ["", "kigumi", "zod", "zod compiled", "zod ÷ kigumi", "compiled ÷ kigumi"],
      rows: parsed,
      notes: [
        "zod: safeParse of z.strictObject; compiled: the same schema after z.compile",
        "a refused value: kigumi has written every message by then, zod only when it is asked for it",
      ],
    },
    {
      bench: "codecs-text",
      title: "JSON.parse and decode, ns per value",
      columns: ["", "kigumi", "zod", "zod compiled", "ajv", "zod ÷ kigumi", "compiled ÷ kigumi", "ajv ÷ kigumi"],
      rows: texts,
      notes: ["ajv fills defaults into the parsed value; the parsing is the same for everyone"],
    },
    await measureDesign(),
  ];
}

/** The harness awaits every call, which would cost more than the decoding. */
const PER_CALL = 100;

function many(decode: () => unknown): () => number {
  return () => {
    let decoded = 0;
    for (let i = 0; i < PER_CALL; i++) if (decode() !== undefined) decoded += 1;
    return decoded;
  };
}

function row(label: string, timings: readonly Timing[]): (string | number)[] {
  const [own = 1, ...others] = timings.map(({ nanoseconds }) => nanoseconds / PER_CALL);
  return [label, own, ...others, ...others.map((other) => other / own)];
}

function compileAjv(schema: z.ZodType): (value: unknown) => boolean {
  const Ajv = ajvModule as unknown as typeof ajvModule.default;
  const ajv = new Ajv({ useDefaults: true, allErrors: true, strict: false });
  (formatsModule as unknown as typeof formatsModule.default)(ajv);
  return ajv.compile(z.toJSONSchema(schema, { io: "input" }));
}

/** Generated as for a design, from the same schemas. */
async function loadCodecs(): Promise<Record<string, Codec<unknown>>> {
  const types = { Search, Device, Devices };
  const schemas = Object.entries(types).map(([name, type]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(type, { io: "input" });
    return [name, schema as JsonSchema] as const;
  });
  const catalog = new TypeCatalog(Object.fromEntries(schemas));
  const module = new ModuleText("Codecs of the benchmark.");
  addCodecs(module, { catalog, types: catalog.types, typesFile: "./types.ts" });
  const runtime = new URL("../../src/codegen/runtime/index.ts", import.meta.url).href;
  const dir = mkdtempSync(join(tmpdir(), "kigumi-bench-"));
  try {
    const file = join(dir, "codecs.ts");
    writeFileSync(file, String(module).replace('"kigumi/codegen/runtime"', JSON.stringify(runtime)));
    const loaded = await import(pathToFileURL(file).href);
    return Object.fromEntries(Object.keys(types).map((name) => [name, loaded[`${name.toLowerCase()}Codec`]]));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
