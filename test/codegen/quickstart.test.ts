/** The page that is generated beside the code: the program on it is one that compiles and runs as it stands. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { designs } from "../../examples/seed-003/designs.ts";
import { generate } from "../../src/codegen/index.ts";
import { type DesignModel, evaluate } from "../../src/design/index.ts";
import { GeneratedFolder } from "./generated-folder.ts";
import { quickStartModel } from "./quick-start-model.ts";

const PAGE = "AGENTS_QUICKSTART.md";
const models: Record<string, DesignModel> = {
  ...Object.fromEntries(Object.entries(designs).map(([name, design]) => [name, evaluate(design)])),
  everything: quickStartModel,
  // The page shows its first agent: here the one that hands calls on to a service and takes tools from a registry.
  reversed: { ...quickStartModel, agents: quickStartModel.agents.toReversed() },
};

let folder: GeneratedFolder;
const programs: string[] = [];
beforeAll(() => {
  folder = new GeneratedFolder();
  for (const [name, model] of Object.entries(models)) {
    const files = generate(model);
    for (const [path, text] of files) if (path !== PAGE) folder.write(join(name, "gen", path), text);
    const program = files.get(PAGE)?.match(/```ts\n(.*?)```/s)?.[1];
    if (program === undefined) continue;
    programs.push(name);
    const store = JSON.stringify(join(folder.path, name, "runs.db"));
    folder.write(`${name}/first-run.ts`, program.replace('".kigumi/kigumi.db"', store));
  }
});
afterAll(() => folder[Symbol.dispose]());

test("it compiles, whatever the agent needs", () => {
  expect(programs.length).toBeGreaterThan(20);
  expect(folder.compile()).toBe("");
});

test.each(["quick-start", "everything", "reversed", "from-registry"])("%s: it runs", async (name) => {
  const said: unknown[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void said.push(line));
  try {
    await folder.import(`${name}/first-run.ts`);
  } finally {
    log.mockRestore();
  }
  expect(said).toEqual([expect.stringContaining("I am the offline model")]);
  if (name === "quick-start") expect(said[0]).toContain("docs_search_search returned");
});

test("the page names what else was generated, each by its function and its file", () => {
  const page = generate(quickStartModel).get(PAGE);
  expect(page).toContain(
    "- Tools bound to methods: `devicesExecutors(…)` in `gen/orchestrator/toolsets/devices/provider.ts` executes them",
  );
  expect(page).toContain(
    "- Completion `orchestrator.summary`: `completeSummary(model, { prompt })`, or `streamCompleteSummary`, in `gen/orchestrator/completions/completions.ts`",
  );
  expect(page).toContain(
    "- MCP server of `orchestrator`: `createOrchestratorMcpServer(…)` in `gen/mcp_orchestrator/server.ts`",
  );
  expect(generate(evaluate(designs.agent ?? {})).get(PAGE)).not.toContain("## Beside the agents");
});
