/**
 * A design of 1,000 tools: what evaluating it, generating its code and type-checking that code take. The code goes to
 * a temporary folder inside the repository, so that it resolves the package as users' code does.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
  const started = performance.now();
  const model = evaluate(design);
  const evaluated = performance.now();
  const files = generate(model);
  const generated = performance.now();
  const { seconds, megabytes } = check(files);
  const bytes = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  return {
    bench: "codecs-design",
    title: `a design of ${TOOLSETS * TOOLS_IN_EACH} tools in ${TOOLSETS} toolsets`,
    columns: ["", "seconds"],
    rows: [
      ["evaluate", (evaluated - started) / 1000],
      ["generate", (generated - evaluated) / 1000],
      ["evaluate and generate (bar: 3)", (generated - started) / 1000],
      ["tsc on what was generated (bar: 5)", seconds],
    ],
    notes: [
      `${files.size} files, ${(bytes / 1e6).toFixed(1)} MB; tsc --noEmit, strict, ${megabytes.toFixed(0)} MB of memory`,
    ],
  };
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
  const dir = mkdtempSync(join(root, "node_modules", ".bench-codecs-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const config = { extends: join(root, "tsconfig.json"), include: ["**/*.ts"], exclude: [] };
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
