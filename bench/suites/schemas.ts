/**
 * A catalogue of 10,000 tools: what registering them costs in CPU and heap, and what producing all their definitions
 * costs the first time and from cache. Each form runs in a process of its own, beside the same schemas with no tool.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Report } from "../report.ts";
import type { Measured } from "./schemas-child.ts";

const FORMS = [
  { form: "json", floor: "json", label: "JSON Schema objects alone" },
  { form: "kigumi-json", floor: "json", label: "kigumi, plain JSON Schema" },
  { form: "zod", floor: "zod", label: "zod objects alone" },
  { form: "kigumi-zod", floor: "zod", label: "kigumi, zod" },
  { form: "ai-zod", floor: "zod", label: "AI SDK tool(), zod" },
] as const;

export async function run(): Promise<Report[]> {
  const measured = new Map(FORMS.map(({ form }) => [form, measure(form)]));
  return [
    {
      bench: "schemas",
      title: "10,000 registered tools, four fields each",
      columns: ["", "register CPU s", "heap kB/tool", "added kB/tool", "definitions, first ms", "from cache ms"],
      rows: FORMS.map(({ form, floor, label }) => {
        const own = measured.get(form) as Measured;
        const base = measured.get(floor) as Measured;
        return [
          label,
          own.registerSeconds,
          own.heapKb,
          own.heapKb - base.heapKb,
          own.firstMs ?? "–",
          own.cachedMs ?? "–",
        ];
      }),
      notes: ["heap after a full collection; “added” is over the same schemas with no tool around them"],
    },
  ];
}

function measure(form: string): Measured {
  const child = fileURLToPath(new URL("./schemas-child.ts", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--expose-gc", child, form], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${form}: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}
