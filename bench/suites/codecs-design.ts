/**
 * A design of 1,000 tools: what evaluating it, generating its code and type-checking that code take. The code goes to
 * a temporary folder inside the repository, so that it resolves the package as users' code does.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../src/codegen/index.ts";
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  Default,
  Enum,
  evaluate,
  Int,
  Maximum,
  Minimum,
  Required,
  Return,
  Service,
  Tags,
  Tool,
  Toolset,
  type ToolsetDeclaration,
  Type,
  Use,
} from "../../src/design/index.ts";
import type { Report } from "../report.ts";

const TOOLSETS = 50;
const TOOLS_IN_EACH = 20;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function measureDesign(): Promise<Report> {
  const design = declare();
  const [model, evaluating] = timed(() => evaluate(design));
  const [files, generating] = timed(() => generate(model));
  const { seconds, megabytes } = check(files);
  const bytes = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  return {
    bench: "codecs-design",
    title: `a design of ${TOOLSETS * TOOLS_IN_EACH} tools in ${TOOLSETS} toolsets`,
    columns: ["", "seconds", "of one core"],
    rows: [
      ["evaluate", evaluating.seconds, evaluating.busy],
      ["generate", generating.seconds, generating.busy],
      ["evaluate and generate (bar: 3)", evaluating.seconds + generating.seconds, evaluating.busy + generating.busy],
      ["tsc on what was generated (bar: 5)", seconds, ""],
    ],
    notes: [
      "of one core: what a machine that does nothing else would need at most",
      `${files.size} files, ${(bytes / 1e6).toFixed(1)} MB; tsc --noEmit, strict, against the built package, ${megabytes.toFixed(0)} MB of memory`,
    ],
  };
}

/** On a machine that others use too, time passes that nothing is done in. */
function timed<T>(work: () => T): [T, { seconds: number; busy: number }] {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const done = work();
  const { user, system } = process.cpuUsage(before);
  return [done, { seconds: (performance.now() - started) / 1000, busy: (user + system) / 1e6 }];
}

function declare(): object {
  const device = Type("Device", () => {
    Attribute("id", String);
    Attribute("labels", ArrayOf(String));
    Required("id");
  });
  const toolsets = Array.from({ length: TOOLSETS }, (_, i) =>
    Toolset(`set_${i}`, () => {
      for (let j = 0; j < TOOLS_IN_EACH; j++) declareTool(j, device);
    }),
  );
  const desk = Service("desk", () => {
    Agent("chat", "Uses them all", () => {
      for (const each of toolsets) Use(each as ToolsetDeclaration);
    });
  });
  return { toolsets, desk };
}

function declareTool(index: number, device: ReturnType<typeof Type>): void {
  Tool(`tool_${index}`, `The tool with number ${index}`, () => {
    Args(() => {
      Attribute("query", String, "What to look for");
      Attribute("limit", Int, "How many", () => {
        Default(5);
        Minimum(1);
        Maximum(100);
      });
      Attribute("status", String, "Which ones", () => Enum("online", "offline", "unknown"));
      Required("query");
    });
    Return(() => {
      Attribute("devices", ArrayOf(device), "Those that were found");
      Attribute("count", Int);
      Required("devices");
    });
    Tags("read");
  });
}

function check(files: ReadonlyMap<string, string>): { seconds: number; megabytes: number } {
  if (!existsSync(join(root, "dist/index.d.ts"))) throw new Error("nothing is built to check against; npm run build");
  const dir = mkdtempSync(join(root, "node_modules", ".bench-codecs-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    // Against the declarations of the built package: nobody who uses it checks its sources as well.
    const paths = { kigumi: [join(root, "dist/index.d.ts")], "kigumi/*": [join(root, "dist/*/index.d.ts")] };
    const compilerOptions = { paths, skipLibCheck: true };
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["**/*.ts"], exclude: [] };
    writeFileSync(join(dir, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(dir, "package.json"), '{ "type": "module" }');
    const { stdout, status } = spawnSync("tsc", ["-p", dir, "--extendedDiagnostics"], { encoding: "utf8" });
    if (status !== 0) throw new Error(stdout.slice(0, 2000));
    const read = (label: string) => Number(stdout.match(new RegExp(`${label}:\\s+([\\d.]+)`))?.[1]);
    return { seconds: read("Total time"), megabytes: read("Memory used") / 1024 };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
