/**
 * The program on the quickstart page: it compiles and runs as it stands, with a model that needs no account and
 * stand-ins for everything that an application has and this page cannot know.
 */
import { type AgentModel, selfContainedSchema, type ToolModel } from "../../design/index.ts";
import { exampleOf } from "../../tool/schema/example-input.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { type AgentUse, usesOf } from "../layout/agent-uses.ts";
import type { Layout } from "../layout/layout.ts";
import { block, braces, type Doc, lines } from "../text/doc.ts";
import { literal, property, stringLiteral } from "../text/literal.ts";
import { printDoc } from "../text/print-doc.ts";
import { mcpCallers, registriesOf, servicesOf } from "./config-file.ts";

export function firstRun(agent: AgentModel, layout: Layout, out: string): string {
  const { pascal } = layout.agentName(agent);
  const uses = usesOf(agent, layout);
  const executed = uses.filter(({ answeredBy }) => answeredBy === "executors").flatMap(({ tools }) => tools);
  const registered = [...(executed.length === 0 ? [] : ["registerUsedToolsets"]), `register${pascal}Agent`];
  return printDoc(
    lines([
      'import { createRuntime, modelPlanner, offlineModel } from "kigumi";',
      `import { ${registered.join(", ")} } from ${stringLiteral(`./${out}/${layout.agentDir(agent)}/registry.ts`)};`,
      "",
      'await using runtime = createRuntime({ store: ".kigumi/kigumi.db" });',
      'runtime.registerModel("default", offlineModel());',
      ...(executed.length === 0 ? [] : [registerExecutors(executed, layout)]),
      block(
        `await register${pascal}Agent(runtime, {`,
        configMembers(agent, uses, layout).map((member) => [member, ","]),
        "});",
      ),
      "",
      'await runtime.sessions.create("s1");',
      block(
        `const run = await runtime.client(${stringLiteral(agent.id)}).start({`,
        [
          'sessionId: "s1",',
          ["messages: [", braces(['role: "user"', property("content", stringLiteral(question(agent, uses)))]), "],"],
        ],
        "});",
      ),
      "console.log((await run.result()).message);",
    ]),
  );
}

function registerExecutors(tools: readonly ToolModel[], layout: Layout): Doc {
  const executors = tools.map(({ id, result }) => [stringLiteral(id), ": ", answering(result?.schema, layout), ","]);
  return block("registerUsedToolsets(runtime, {", ["// Your code: (payload, ctx) => …", ...executors], "});");
}

function configMembers({ runPolicy: { history } }: AgentModel, uses: readonly AgentUse[], layout: Layout): Doc[] {
  const record = (name: string, members: readonly Doc[]): Doc[] =>
    members.length === 0 ? [] : [property(name, braces(members))];
  const caller = "{ listTools: async () => [], callTool: async () => ({}) }";
  const client = "{ getToolset: async (name) => ({ name, tools: [] }), callTool: async () => ({}) }";
  return [
    'planner: modelPlanner({ model: "default", instructions: "Use your tools." })',
    ...(history !== undefined && "compress" in history ? ['historyModel: "default"'] : []),
    ...record(
      "mcpCallers",
      mcpCallers(uses).map((name) => property(name, caller)),
    ),
    ...record(
      "registries",
      registriesOf(uses).map((name) => property(name, client)),
    ),
    ...record(
      "services",
      servicesOf(uses).map((name) => property(layout.serviceName(name).camel, serviceOf(name, layout))),
    ),
  ];
}

function serviceOf(name: string, layout: Layout): Doc {
  const service = layout.model.services.find((each) => each.name === name);
  const methods = service === undefined ? [] : layout.methods(service);
  return braces(
    methods.map(({ camel, method, streamed }) =>
      streamed === undefined ? property(camel, answering(method.result?.schema, layout)) : `async *${camel}() {}`,
    ),
  );
}

/** A function that returns an example of what it promises. */
function answering(schema: JsonSchema | undefined, layout: Layout): Doc {
  if (schema === undefined) return "async () => undefined";
  const example = exampleOf(selfContainedSchema(schema, layout.model.types));
  if (example === undefined) return 'async () => Promise.reject(new Error("not written yet"))';
  const isObject = typeof example === "object" && example !== null && !Array.isArray(example);
  return isObject ? ["async () => (", literal(example), ")"] : ["async () => ", literal(example)];
}

/** Something that the model without an account finds a tool for. */
function question({ description }: AgentModel, uses: readonly AgentUse[]): string {
  const tools = uses.flatMap((use) => use.tools).filter((tool) => tool.description !== "");
  return (tools[0]?.description ?? description) || "Hello";
}
