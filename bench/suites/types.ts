/**
 * 1,000 typed tools in one program: what `tsc` pays. The program is written to a temporary folder and checked by the
 * compiler of this repository, beside the same schemas with no tool and the same tools on the peers' APIs.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../report.ts";

const COUNT = 1_000;
const root = fileURLToPath(new URL("../..", import.meta.url));

const schemaOf = (i: number) =>
  `z.object({ query: z.string(), limit: z.number().int().default(5), nested: z.object({ id${i}: z.string(), tags: z.array(z.string()) }).optional() })`;
const use = (i: number) => `({ query, limit, nested }) => ({ found: query.length + limit, id: nested?.id${i} })`;

const PROGRAMS = [
  {
    label: "the zod schemas alone",
    head: `import { z } from "zod";`,
    line: (i: number) => `export const s${i} = ${schemaOf(i)};\nexport type T${i} = z.output<typeof s${i}>;`,
  },
  {
    label: "kigumi defineTool",
    head: `import { z } from "zod";\nimport { defineTool } from "kigumi";`,
    line: (i: number) =>
      `export const t${i} = defineTool({ name: "t${i}", description: "", input: ${schemaOf(i)}, execute: ${use(i)} });`,
  },
  {
    label: "AI SDK tool()",
    head: `import { z } from "zod";\nimport { tool } from "ai";`,
    line: (i: number) =>
      `export const t${i} = tool({ description: "", inputSchema: ${schemaOf(i)}, execute: async ${use(i)} });`,
  },
  {
    label: "OpenAI Agents tool()",
    head: `import { z } from "zod";\nimport { tool } from "@openai/agents";`,
    line: (i: number) =>
      `export const t${i} = tool({ name: "t${i}", description: "", parameters: ${schemaOf(i).replace(".default(5)", "").replace(".optional()", ".nullable()")}, execute: async ${use(i)} });`,
  },
];

export async function run(): Promise<Report[]> {
  const rows = PROGRAMS.map(({ label, head, line }) => {
    const many = check(`${head}\n${Array.from({ length: COUNT }, (_, i) => line(i)).join("\n")}\n`);
    const one = check(`${head}\n${line(0)}\n`);
    return [label, many.seconds, many.megabytes, many.instantiations, (many.seconds - one.seconds) * (1000 / COUNT)];
  });
  return [
    {
      bench: "types",
      title: `tsc on ${COUNT} typed tools in one program`,
      columns: ["", "total s", "MB", "instantiations", "ms per tool over one"],
      rows,
      notes: ["--noEmit --extendedDiagnostics, strict; the same schema in every program, each with names of its own"],
    },
  ];
}

function check(program: string): { seconds: number; megabytes: number; instantiations: number } {
  // Inside the repository, so that the program resolves the same packages.
  const dir = mkdtempSync(join(root, "node_modules", ".bench-types-"));
  try {
    writeFileSync(join(dir, "program.ts"), program);
    const config = { extends: join(root, "tsconfig.json"), compilerOptions: { noEmit: true }, include: ["program.ts"] };
    writeFileSync(join(dir, "tsconfig.json"), JSON.stringify(config));
    const { stdout, status } = spawnSync("tsc", ["-p", dir, "--extendedDiagnostics"], { encoding: "utf8" });
    if (status !== 0) throw new Error(stdout.slice(0, 2000));
    const read = (label: string) => Number(stdout.match(new RegExp(`${label}:\\s+([\\d.]+)`))?.[1]);
    return {
      seconds: read("Total time"),
      megabytes: read("Memory used") / 1024,
      instantiations: read("Instantiations"),
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
