import { RunContext, Runner, Agent as SdkAgent, tool as sdkTool, webSearchTool } from "@openai/agents";
import { expect, test } from "vitest";
import { z } from "zod";
import { executeToolCall } from "../call/execute-tool-call.ts";
import { createToolContext } from "../runtime/tool-context.ts";
import { defineTool } from "../tool/define-tool.ts";
import { partsResult, textResult } from "../tool/result.ts";
import { Agent } from "./agent.ts";
import { fromOpenAIAgentsTool } from "./from-openai-agents-tool.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";
import { toOpenAIAgentsTool } from "./to-openai-agents-tool.ts";

const greet = defineTool({
  name: "people.greet",
  description: "Greet",
  input: z.object({ name: z.string(), loud: z.boolean().optional() }),
  strict: true,
  execute: ({ name, loud }) => ({ greeting: `Hello ${name}`, loud }),
});

test("a tool of ours runs in the SDK's own agent, under its strict schema and with the author's types", async () => {
  await using endpoint = await scriptedEndpoint(
    { toolCalls: [{ name: "people.greet", args: { name: "Ann", loud: null } }] },
    "done",
  );
  const agent = new SdkAgent({ name: "plain", model: endpoint.model, tools: [toOpenAIAgentsTool(greet)] });
  await new Runner({ tracingDisabled: true }).run(agent, "hello");
  expect(endpoint.requests[0]?.body.tools).toMatchObject([
    { name: "people_greet", strict: true, parameters: { required: ["name", "loud"], additionalProperties: false } },
  ]);
  expect(endpoint.requests[1]?.toolOutputs[0]?.output).toBe('{"greeting":"Hello Ann"}');
});

test("in the SDK's own agent a policy hides nothing, and refuses the call", async () => {
  const calls = { toolCalls: [{ name: "people.greet", args: { name: "Ann", loud: null } }] };
  await using endpoint = await scriptedEndpoint(calls, calls, "understood");
  const policy = { allow: null, deny: ["people.greet"], params: {} };
  const runner = new Runner({ tracingDisabled: true });
  const throwing = toOpenAIAgentsTool(greet, { policy });
  const agent = new SdkAgent({ name: "plain", model: endpoint.model, tools: [throwing] });
  await expect(runner.run(agent, "hello")).rejects.toMatchObject({ error: { code: "E8" } });
  const telling = toOpenAIAgentsTool(greet, { policy, onToolRuleViolation: "return" });
  await runner.run(agent.clone({ tools: [telling] }), "hello");
  expect(endpoint.requests[2]?.toolOutputs[0]?.output).toBe("Permission denied: a deny rule matches (people.greet)");
});

test("in the SDK's own agent a policy that asks makes the call wait", async () => {
  await using endpoint = await scriptedEndpoint(
    { toolCalls: [{ name: "people.greet", args: { name: "Ann", loud: null } }] },
    "done",
  );
  const asked = toOpenAIAgentsTool(greet, {
    policy: { allow: null, deny: null, confirm: ["people.greet"], params: {} },
  });
  const agent = new SdkAgent({ name: "plain", model: endpoint.model, tools: [asked] });
  const runner = new Runner({ tracingDisabled: true });
  const first = await runner.run(agent, "hello");
  expect(first.interruptions).toHaveLength(1);
  for (const waiting of first.interruptions) first.state.approve(waiting);
  expect((await runner.run(agent, first.state)).finalOutput).toBe("done");
  expect(endpoint.requests[1]?.toolOutputs[0]?.output).toBe('{"greeting":"Hello Ann"}');
});

test("a call that nobody approved does not run, even when it is invoked by hand", async () => {
  const guarded = defineTool({
    name: "x",
    description: "X",
    input: z.object({}),
    confirmation: {},
    execute: () => "ran",
  });
  const output = await toOpenAIAgentsTool(guarded).invoke(new RunContext({}), "{}");
  expect(output).toBe("Permission denied: a person declined this call");
});

test("a tool that fails, or is called wrongly, tells the model why", async () => {
  await using endpoint = await scriptedEndpoint(
    {
      toolCalls: [
        { name: "break", args: {} },
        { name: "people.greet", args: { name: 7, loud: null } },
      ],
    },
    "sorry",
  );
  const broken = defineTool({
    name: "break",
    description: "Break",
    input: z.object({}),
    execute: () => {
      throw new Error("no such table");
    },
  });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [broken, greet] });
  expect((await agent.run("hello")).result.finalOutput).toBe("sorry");
  const [first, second] = endpoint.requests[1]?.toolOutputs ?? [];
  expect(first?.output).toBe("Error executing tool: no such table");
  expect(second?.output).toContain("name");
});

test("text, values and parts arrive as the model takes them", async () => {
  await using endpoint = await scriptedEndpoint(
    { toolCalls: ["text", "nothing", "picture"].map((name) => ({ name, args: {} })) },
    "done",
  );
  const input = z.object({});
  const tools = [
    defineTool({ name: "text", description: "Text", input, execute: () => textResult("as it is") }),
    defineTool({ name: "nothing", description: "Nothing", input, execute: () => undefined }),
    defineTool({
      name: "picture",
      description: "Picture",
      input,
      execute: () =>
        partsResult([
          { type: "text", text: "look" },
          { type: "image", mediaType: "image/png", data: "aGk=" },
          { type: "image", mediaType: "image/png", url: "https://example.com/x.png" },
          { type: "document", mediaType: "application/pdf", name: "x.pdf", data: "aGk=" },
        ]),
    }),
  ];
  await new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools }).run("hello");
  const [text, nothing, picture] = endpoint.requests[1]?.toolOutputs.map(({ output }) => output) ?? [];
  expect([text, nothing]).toEqual(["as it is", "null"]);
  expect(JSON.parse(picture ?? "")).toEqual([
    { type: "input_text", text: "look" },
    { type: "input_image", image_url: "data:image/png;base64,aGk=" },
    { type: "input_image", image_url: "https://example.com/x.png" },
    { type: "input_file", filename: "x.pdf", file_data: "data:application/pdf;base64,aGk=" },
  ]);
});

test("a tool's dependencies are the run's context, unless a tool context is given", async () => {
  const whoami = defineTool({
    name: "whoami",
    description: "Who",
    input: z.object({}),
    execute: (_, ctx) => String((ctx.deps as { who?: string }).who),
  });
  const call = { toolCalls: [{ name: "whoami", args: {} }] };
  await using endpoint = await scriptedEndpoint(call, "done", call, "done");
  const base = { name: "a", instructions: "Help.", model: endpoint.model, tools: [whoami] };
  await new Agent(base).run("who?", { who: "Ann" });
  expect(endpoint.requests[1]?.toolOutputs[0]?.output).toBe("Ann");
  await new Agent({ ...base, toolContext: createToolContext({ deps: { who: "Bob" } }) }).run("who?", { who: "Ann" });
  expect(endpoint.requests[3]?.toolOutputs[0]?.output).toBe("Bob");
});

test("a plain function is a tool, with the schema and description it carries", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "double", args: { n: 21 } }] }, "done");
  const double = Object.assign(
    function double({ n }: { n: number }) {
      return n * 2;
    },
    { description: "Double a number", input: z.object({ n: z.number() }) },
  );
  const anything = (input: Record<string, unknown>) => Object.keys(input);
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [double, anything] });
  await agent.run("double 21");
  expect(endpoint.requests[0]?.body.tools).toMatchObject([
    { name: "double", description: "Double a number", parameters: { required: ["n"] } },
    { name: "anything", parameters: { type: "object", additionalProperties: true } },
  ]);
  expect(endpoint.requests[1]?.toolOutputs[0]?.output).toBe("42");
});

test("ids that meet on the wire are told apart", async () => {
  const named = (name: string) => defineTool({ name, description: name, input: z.object({}), execute: () => name });
  const parameters = z.object({});
  const theirs = sdkTool({ name: "a.b", description: "theirs", parameters, execute: () => "theirs" });
  await using endpoint = await scriptedEndpoint(
    (request) => ({
      toolCalls: request.toolNames.map((name) => ({ name, args: {} })),
    }),
    "done",
  );
  const tools = [named("a.b"), named("a/b"), theirs];
  await new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools }).run("all");
  expect(new Set(endpoint.requests[0]?.toolNames).size).toBe(3);
  expect(endpoint.requests[1]?.toolOutputs.map(({ output }) => output)).toEqual(["a.b", "a/b", "theirs"]);
});

test("a function tool of the SDK becomes a tool of ours", async () => {
  const weather = sdkTool({
    name: "weather",
    description: "Weather",
    parameters: z.object({ city: z.string(), unit: z.enum(["c", "f"]).optional() }),
    execute: ({ city, unit }, runContext) => {
      const context = runContext?.context as { who: string } | undefined;
      return `${city} in ${unit ?? "c"} for ${context?.who}`;
    },
  });
  const tool = fromOpenAIAgentsTool(weather, { id: "sky.weather", tags: ["read"] });
  expect(tool.spec).toMatchObject({ id: "sky.weather", description: "Weather", tags: ["read"] });
  expect(tool.definition.parameters).toEqual(weather.parameters);
  const ctx = createToolContext({ deps: { who: "Ann" } });
  const call = (args: string) =>
    executeToolCall({ id: "1", name: "sky.weather", arguments: args }, { tools: [tool], ctx });
  expect(await call('{"city":"Oslo","unit":null}')).toMatchObject({ result: { text: "Oslo in c for Ann" } });
  expect(await call('{"city":7,"unit":null}')).toMatchObject({ type: "failed", error: { code: "invalid_tool_input" } });
});

test("what the SDK decides call by call is asked of a tool that was taken over", async () => {
  const parameters = z.object({});
  const base = { description: "X", parameters, execute: () => "ran" };
  const off = fromOpenAIAgentsTool(sdkTool({ ...base, name: "off", isEnabled: false }));
  const asking = sdkTool({ ...base, name: "asking", needsApproval: true });
  const ctx = createToolContext();
  await expect(off.executeRaw("{}", ctx)).rejects.toMatchObject({ code: "tool_disabled" });
  await expect(fromOpenAIAgentsTool(asking).executeRaw("{}", ctx)).rejects.toMatchObject({
    code: "confirmation_required",
  });
  const confirmed = fromOpenAIAgentsTool(asking, { confirmation: {} });
  const call = { id: "1", name: "asking", arguments: "{}" };
  expect(await executeToolCall(call, { tools: [confirmed], ctx })).toMatchObject({ type: "confirm" });
  expect(await executeToolCall(call, { tools: [confirmed], ctx, confirm: () => true })).toMatchObject({
    result: { text: "ran" },
  });
});

test("a tool that the provider runs cannot be taken over", () => {
  expect(() => fromOpenAIAgentsTool(webSearchTool() as never)).toThrow("web_search is run by the provider");
});

test("there and back again, a tool does the same", async () => {
  const back = fromOpenAIAgentsTool(toOpenAIAgentsTool(greet));
  const result = await back.executeRaw('{"name":"Ann","loud":true}', createToolContext());
  expect(result).toMatchObject({ type: "text", text: '{"greeting":"Hello Ann","loud":true}' });
});
