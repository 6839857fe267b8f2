/**
 * Builds `dist/`: declarations by tsc, one module per entry (and their shared chunks) by rolldown. Small source files
 * are for people; loading them one by one costs a process most of its start (docs/decisions/008).
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

console.error("Building the package into dist/ …");
rmSync(`${root}dist`, { recursive: true, force: true });
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const bundle = await rolldown({
  input: entries(),
  platform: "node",
  // What is newer than the oldest Node that package.json allows, such as `using`, is written out.
  transform: { target: oldestNode() },
  external: [/^node:/, ...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)].map(
    withSubpaths,
  ),
});
await bundle.write({ dir: `${root}dist`, format: "esm", chunkFileNames: "chunks/[name]-[hash].js" });
await bundle.close();

/** What package.json promises, and nothing else: `./toolbox` is built from `src/toolbox/index.ts`. */
function entries(): Record<string, string> {
  const targets = [...Object.values(manifest.exports), ...Object.values(manifest.bin ?? {})]
    .map((target) => (typeof target === "string" ? target : (target as { default: string }).default))
    .filter((target) => target.startsWith("./dist/"))
    .map((target) => target.slice("./dist/".length).replace(/\.js$/, ""));
  return Object.fromEntries(targets.map((name) => [name, `${root}src/${name}.ts`]));
}

function oldestNode(): string {
  return `node${/\d+\.\d+/.exec(manifest.engines.node)?.[0]}`;
}

function withSubpaths(name: string | RegExp): RegExp {
  return typeof name === "string" ? new RegExp(`^${name}(/|$)`) : name;
}
