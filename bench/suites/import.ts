/** What `import` costs in a fresh process, over bare Node: pairs take turns, the best of each counts. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Report } from "../report.ts";

const ROUNDS = 15;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function run(): Promise<Report[]> {
  if (!existsSync(`${root}dist/index.js`)) throw new Error("dist/ is missing; run `npm run build` first");
  const programs = [
    ["bare node", ""],
    ["kigumi", `import "./dist/index.js"`],
    ["kigumi/toolbox", `import "./dist/toolbox/index.js"`],
    ["zod", `import "zod"`],
    ["ai", `import "ai"`],
    ["@openai/agents", `import "@openai/agents"`],
  ] as const;
  const best = new Map<string, number>(programs.map(([name]) => [name, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, code] of programs) best.set(name, Math.min(best.get(name) ?? 0, start(code)));
  }
  const bare = best.get("bare node") ?? 0;
  return [
    {
      bench: "import",
      title: "Start of a process that imports one package",
      columns: ["", "ms", "ms over bare node", "× bare node"],
      rows: [...best].map(([name, ms]) => [name, ms, ms - bare, ms / bare]),
    },
  ];
}

function start(code: string): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root });
  if (status !== 0) throw new Error(String(stderr));
  return performance.now() - begin;
}
