/**
 * Finds tool providers among the direct dependencies of the host package: those whose package.json names a module in
 * `"kigumi": {"tools": "./file.js"}`. Only direct dependencies count, so nobody's tools arrive unasked with a package
 * of a package. Each host is searched once per process.
 */
import { readFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { isObject } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import { asToolProvider, type ToolProvider } from "./tool-provider.ts";

export interface DiscoveryOptions {
  /** False looks at no package at all. So does `KIGUMI_TOOL_DISCOVERY=off` in the environment, whatever this says. */
  readonly discover?: boolean;
  /** Where to look for the host's package.json, going up. Default: the working directory. */
  readonly from?: string;
}

export async function discoverToolProviders(options: DiscoveryOptions = {}): Promise<readonly ToolProvider[]> {
  if (options.discover === false || isSwitchedOff(process.env.KIGUMI_TOOL_DISCOVERY)) return [];
  const host = await findUpwards(resolve(options.from ?? process.cwd()), "package.json");
  if (host === undefined) return [];

  const known = searches.get(host.directory);
  if (known !== undefined) return known;
  const search = searchDependencies(host);
  searches.set(host.directory, search);
  // A failure is not remembered: whoever mends the package may ask again.
  search.catch(() => searches.delete(host.directory));
  return search;
}

const SWITCH_OFF = "switch discovery off with KIGUMI_TOOL_DISCOVERY=off";
const searches = new Map<string, Promise<readonly ToolProvider[]>>();

function isSwitchedOff(value: string | undefined): boolean {
  return value !== undefined && ["off", "0", "false"].includes(value.toLowerCase());
}

interface Manifest {
  readonly directory: string;
  readonly content: Readonly<Record<string, unknown>>;
}

async function searchDependencies(host: Manifest): Promise<readonly ToolProvider[]> {
  const { dependencies, optionalDependencies } = host.content;
  const names = [dependencies, optionalDependencies].flatMap((group) => (isObject(group) ? Object.keys(group) : []));
  const sorted = [...new Set(names)].sort();
  // Looked up on disk and not through Node's resolution: a package may hide its package.json behind "exports".
  const manifests = await Promise.all(
    sorted.map((name) => findUpwards(host.directory, join("node_modules", name, "package.json"))),
  );

  const providers: ToolProvider[] = [];
  for (const [index, name] of sorted.entries()) {
    const manifest = manifests[index];
    const declared = isObject(manifest?.content.kigumi) ? manifest.content.kigumi.tools : undefined;
    if (manifest !== undefined && declared !== undefined)
      providers.push(await load(name, manifest.directory, declared));
  }
  return providers;
}

/** The manifest at `path` below `start` or the nearest directory above it that has one. */
async function findUpwards(start: string, path: string): Promise<Manifest | undefined> {
  for (let directory = start; ; directory = dirname(directory)) {
    const file = join(directory, path);
    const manifest = await readManifest(file);
    if (manifest !== undefined) return { directory: dirname(file), content: manifest };
    if (directory === dirname(directory)) return undefined;
  }
}

/** Undefined when there is no such file. One that is there and cannot be read is loud: it may hold somebody's denials. */
async function readManifest(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const content = parseJson(await readFile(file, "utf8"));
    return isObject(content) ? content : {};
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new KigumiError({
      code: "invalid_package_json",
      message: `${file} cannot be read: ${messageOf(cause)}. Mend it, or ${SWITCH_OFF}`,
      data: { file },
      cause,
    });
  }
}

function isMissing(error: unknown): boolean {
  const code: unknown = isObject(error) ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}

async function load(name: string, directory: string, declared: unknown): Promise<ToolProvider> {
  const file = typeof declared === "string" && declared.startsWith("./") ? resolve(directory, declared) : undefined;
  if (file === undefined || !file.startsWith(directory + sep)) {
    throw failure(name, `has to name a file of the package, such as "./tools.js", not ${JSON.stringify(declared)}`);
  }
  let provider: unknown;
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href);
    provider = await instantiate(module.default);
  } catch (cause) {
    throw failure(name, `names ${JSON.stringify(declared)}, which could not be loaded: ${messageOf(cause)}`, cause);
  }
  return asToolProvider(provider, { package: name });
}

/** The export may be the provider, a class of providers, or a function that makes one. */
function instantiate(exported: unknown): unknown {
  if (typeof exported !== "function") return exported;
  // Classes and plain functions have a prototype and take `new`, which yields what a function returned; arrows do not.
  const isConstructible = Object.hasOwn(exported, "prototype");
  return isConstructible ? Reflect.construct(exported, []) : exported();
}

function failure(name: string, problem: string, cause?: unknown): KigumiError {
  return new KigumiError({
    code: "tool_provider_failed",
    message: `"kigumi.tools" in the package.json of "${name}" ${problem}. Mend or remove the package, or ${SWITCH_OFF}`,
    data: { package: name },
    cause,
  });
}
