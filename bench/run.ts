/** `npm run bench -- <suite> [--json]`. Each suite measures us beside what a user would pick instead, in one run. */
import { print, type Report } from "./report.ts";

const suites: Record<string, () => Promise<{ run(): Promise<Report[]> }>> = {
  dispatch: () => import("./suites/dispatch.ts"),
  schemas: () => import("./suites/schemas.ts"),
  types: () => import("./suites/types.ts"),
  import: () => import("./suites/import.ts"),
  runs: () => import("./suites/runs.ts"),
  codecs: () => import("./suites/codecs.ts"),
  trace: () => import("./suites/trace.ts"),
  claude: () => import("./suites/claude.ts"),
};

const [name = "", ...flags] = process.argv.slice(2);
const load = Object.hasOwn(suites, name) ? suites[name] : undefined;
if (load === undefined) {
  console.error(`usage: npm run bench -- <${Object.keys(suites).join(" | ")}> [--json]`);
  process.exit(2);
}
const suite = await load();
for (const report of await suite.run()) print(report, flags.includes("--json"));
