import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discoverToolProviders } from "./discover-tool-providers.ts";
import { getProviderToolRules, listProviderTools } from "./tool-providers.ts";

let host: string;

beforeEach(async () => {
  host = await realpath(await mkdtemp(join(tmpdir(), "kigumi-discovery-")));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(host, { recursive: true });
});

async function write(path: string, content: string | object): Promise<void> {
  const file = join(host, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
}

/** Installs packages below the host; `manifest` is what their package.json says beside their name. */
async function install(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): Promise<void> {
  await write(join("node_modules", name, "package.json"), { name, type: "module", ...manifest });
  for (const [path, content] of Object.entries(files)) await write(join("node_modules", name, path), content);
}

async function declareHost(dependencies: readonly string[], rest: object = {}): Promise<void> {
  await write("package.json", {
    dependencies: Object.fromEntries(dependencies.map((name) => [name, "1.0.0"])),
    ...rest,
  });
}

function provider(tool: string, rules = "null"): string {
  return `{ listTools: () => [{ name: "${tool}" }], getToolRules: () => (${rules}) }`;
}

const declared = { kigumi: { tools: "./tools.js" } };

test("9.1 providers are found among the direct dependencies, in the order of their names", async () => {
  await declareHost(["zeta", "@scope/alpha", "plain"], { optionalDependencies: { beta: "1", absent: "1" } });
  await install("zeta", declared, { "tools.js": `export default ${provider("z", '{ deny: ["z2"] }')};` });
  await install("@scope/alpha", declared, { "tools.js": `export default ${provider("a", '{ allow: ["a"] }')};` });
  await install("beta", declared, { "tools.js": `export default ${provider("b")};` });
  await install("plain", {}, { "tools.js": 'throw new Error("imported without being asked");' });
  expect(await listProviderTools({ from: host })).toEqual(["a", "b", "z"]);
  expect(await getProviderToolRules({ from: host })).toEqual({ allow: ["a"], deny: ["z2"], params: {} });
});

test("dependencies of dependencies and development dependencies are left alone", async () => {
  await declareHost(["direct"], { devDependencies: { tooling: "1" } });
  await install(
    "direct",
    { ...declared, dependencies: { indirect: "1" } },
    { "tools.js": `export default ${provider("d")};` },
  );
  await install("indirect", declared, { "tools.js": `export default ${provider("i")};` });
  await install("tooling", declared, { "tools.js": `export default ${provider("t")};` });
  expect(await listProviderTools({ from: host })).toEqual(["d"]);
});

test("a package that hides its package.json behind exports is found all the same", async () => {
  await declareHost(["hidden"]);
  await install(
    "hidden",
    { ...declared, exports: { ".": "./index.js" } },
    { "tools.js": `export default ${provider("h")};` },
  );
  expect(await listProviderTools({ from: host })).toEqual(["h"]);
});

test("the export may be an object, a class, a function, an arrow or an async factory", async () => {
  const exports = {
    a: `export default ${provider("object")};`,
    b: 'export default class { listTools() { return [{ name: "class" }]; } getToolRules() { return null; } }',
    c: `export default function make() { return ${provider("function")}; }`,
    d: `export default () => (${provider("arrow")});`,
    e: `export default async () => (${provider("async")});`,
  };
  await declareHost(Object.keys(exports));
  for (const [name, source] of Object.entries(exports)) await install(name, declared, { "tools.js": source });
  expect(await listProviderTools({ from: host })).toEqual(["object", "class", "function", "arrow", "async"]);
});

test("the host and its packages are found from below, in directories above, and through links", async () => {
  await write("app/package.json", { dependencies: { hoisted: "1", linked: "1" } });
  await mkdir(join(host, "app/src/deep"), { recursive: true });
  await install("hoisted", declared, { "tools.js": `export default ${provider("hoisted")};` });
  await write("elsewhere/package.json", { name: "linked", type: "module", ...declared });
  await write("elsewhere/tools.js", `export default ${provider("linked")};`);
  await symlink(join(host, "elsewhere"), join(host, "node_modules/linked"));
  expect(await listProviderTools({ from: join(host, "app/src/deep") })).toEqual(["hoisted", "linked"]);
});

test("a package is imported and its factory called once, however often and at once one asks", async () => {
  await declareHost(["counted"]);
  const source = `export default () => { globalThis.madeProviders = (globalThis.madeProviders ?? 0) + 1; return ${provider("c")}; };`;
  await install("counted", declared, { "tools.js": source });
  const options = { from: host };
  const [first, second] = await Promise.all([discoverToolProviders(options), discoverToolProviders(options)]);
  const third = await discoverToolProviders({ from: join(host, "node_modules/..") });
  expect(first[0]).toBe(second[0]);
  expect(first[0]).toBe(third[0]);
  expect((globalThis as { madeProviders?: number }).madeProviders).toBe(1);
});

test("the option and the environment each switch discovery off", async () => {
  await declareHost(["bad"]);
  await install("bad", declared, { "tools.js": 'throw new Error("imported");' });
  expect(await discoverToolProviders({ from: host, discover: false })).toEqual([]);
  for (const value of ["off", "OFF", "0", "false"]) {
    vi.stubEnv("KIGUMI_TOOL_DISCOVERY", value);
    expect(await discoverToolProviders({ from: host, discover: true })).toEqual([]);
  }
  vi.stubEnv("KIGUMI_TOOL_DISCOVERY", "on");
  await expect(discoverToolProviders({ from: host })).rejects.toThrow("imported");
});

test("a package whose module throws is named, with its error and what to do", async () => {
  await declareHost(["broken"]);
  await install("broken", declared, { "tools.js": 'throw new Error("no license");' });
  await expect(discoverToolProviders({ from: host })).rejects.toMatchObject({
    code: "tool_provider_failed",
    message: expect.stringMatching(/"broken".*"\.\/tools\.js".*no license.*KIGUMI_TOOL_DISCOVERY=off/),
    data: { package: "broken" },
  });
});

test("a factory that throws, a missing file and a bad field are named too", async () => {
  const packages: [object, Record<string, string>, RegExp][] = [
    [declared, { "tools.js": 'export default () => { throw new Error("no database"); };' }, /no database/],
    [declared, {}, /tools\.js/],
    [{ kigumi: { tools: "../outside.js" } }, {}, /has to name a file of the package.*"\.\.\/outside\.js"/],
    [{ kigumi: { tools: "./../other/tools.js" } }, {}, /has to name a file of the package/],
    [{ kigumi: { tools: 7 } }, {}, /has to name a file of the package/],
  ];
  for (const [index, [manifest, files, message]] of packages.entries()) {
    const name = `bad-${index}`;
    await declareHost([name]);
    await install(name, manifest, files);
    const failed = expect(discoverToolProviders({ from: host })).rejects;
    await failed.toMatchObject({
      code: "tool_provider_failed",
      data: { package: name },
      message: expect.stringMatching(message),
    });
  }
});

test("9.4 a provider that lacks a method is E7 and says which package it came from", async () => {
  await declareHost(["half"]);
  await install("half", declared, { "tools.js": "export default { listTools: () => [] };" });
  await expect(discoverToolProviders({ from: host })).rejects.toMatchObject({ code: "E7", data: { package: "half" } });
});

test("a failure is not remembered: after the package is mended the search succeeds", async () => {
  await declareHost(["mended"]);
  await install("mended", { kigumi: { tools: 7 } });
  await expect(discoverToolProviders({ from: host })).rejects.toThrow("mended");
  await install("mended", declared, { "tools.js": `export default ${provider("m")};` });
  expect(await listProviderTools({ from: host })).toEqual(["m"]);
});

test("a package.json that is no JSON is named; one that declares nothing finds nothing", async () => {
  await write("package.json", "{ not json");
  await expect(discoverToolProviders({ from: host })).rejects.toMatchObject({
    code: "invalid_package_json",
    message: expect.stringContaining("package.json"),
  });
  await write("package.json", "[]");
  expect(await discoverToolProviders({ from: host })).toEqual([]);
});
