import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { generateText, stepCountIs, tool } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import { offlineModel } from "./offline-model.ts";
import { toPortSchema } from "./port-schema.ts";

function offer(name: string, description: string, shape: z.ZodRawShape): LanguageModelV4FunctionTool {
  const inputSchema = z.toJSONSchema(z.object(shape), { target: "draft-7", io: "input" });
  return { type: "function", name, description, inputSchema: toPortSchema(inputSchema as JsonSchema) };
}

const tools = [
  offer("docs_search", "Search indexed documentation", { query: z.string(), limit: z.number().int().default(5) }),
  offer("ops_list_devices", "List every device of the site with its state", {
    state: z.enum(["up", "down"]).optional(),
  }),
  offer("ops_restart", "Restart a device", { device_id: z.string(), force: z.boolean().default(false) }),
  offer("ops_metrics", "Read a metric of a device over time", {
    device_id: z.string(),
    metric: z.enum(["cpu", "memory", "disk"]),
    window: z.string().default("15m"),
  }),
  offer("analyst_ask", "Ask the analyst to look into something", { question: z.string() }),
];

const user = (text: string): LanguageModelV4Prompt => [{ role: "user", content: [{ type: "text", text }] }];

async function reply(prompt: LanguageModelV4Prompt, offered: LanguageModelV4FunctionTool[] = tools) {
  const { content } = await offlineModel().doGenerate({ prompt, tools: offered });
  const calls = content.flatMap((part) =>
    part.type === "tool-call" ? [{ [part.toolName]: JSON.parse(part.input) as unknown }] : [],
  );
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  return { calls, text };
}

test.each([
  ["search the docs for restart", [{ docs_search: { query: "restart" } }]],
  ['search the docs for "how to restart"', [{ docs_search: { query: "how to restart" } }]],
  [
    "Search the documentation for backup policies, limit 3",
    [{ docs_search: { query: "backup policies, limit 3", limit: 3 } }],
  ],
  ["list the devices", [{ ops_list_devices: {} }]],
  ["which devices are down?", [{ ops_list_devices: { state: "down" } }]],
  ["restart web-1", [{ ops_restart: { device_id: "web-1" } }]],
  ["please force a restart of web-1", [{ ops_restart: { device_id: "web-1", force: true } }]],
  ["restart web-1 without force", [{ ops_restart: { device_id: "web-1", force: false } }]],
  ["restart web-1 and web-2", [{ ops_restart: { device_id: "web-1" } }, { ops_restart: { device_id: "web-2" } }]],
  ["show cpu of web-1 over the last hour", [{ ops_metrics: { device_id: "web-1", metric: "cpu", window: "1h" } }]],
  ["memory of db_2, last 30 minutes", [{ ops_metrics: { device_id: "db_2", metric: "memory", window: "30m" } }]],
  ["ask the analyst about web-1", [{ analyst_ask: { question: "web-1" } }]],
  ["ask the analyst why web-1 is slow", [{ analyst_ask: { question: "why web-1 is slow" } }]],
  ['{"task":"restart","device":"web-1","urgent":true}', [{ ops_restart: { device_id: "web-1" } }]],
  ["{ restart web-1", [{ ops_restart: { device_id: "web-1" } }]],
  ["list the devices, then restart web-1", [{ ops_list_devices: {} }, { ops_restart: { device_id: "web-1" } }]],
  ["search the docs for shutdown and restart", [{ docs_search: { query: "shutdown and restart" } }]],
])("%s", async (request, calls) => {
  expect((await reply(user(request))).calls).toEqual(calls);
});

test("names are given to the parameters that are called like names, and plain words to the rest", async () => {
  const deploy = offer("deploy", "Deploy a service", { environment: z.string(), service: z.string() });
  expect((await reply(user("deploy api to staging"), [deploy])).calls).toEqual([
    { deploy: { environment: "staging", service: "api" } },
  ]);
  const read = offer("read_metric", "Read a metric", { metric: z.string(), device: z.string(), hours: z.number() });
  expect((await reply(user("read the metric cpu of web-1 over the last 2 hours"), [read])).calls).toEqual([
    { read_metric: { metric: "cpu", device: "web-1", hours: 2 } },
  ]);
});

test("a message that matches no tool gets an honest answer that names the tools", async () => {
  const { calls, text } = await reply(user("good morning"));
  expect(calls).toEqual([]);
  expect(text).toMatchInlineSnapshot(
    `"I am the offline model: I match words to tools and understand nothing. Nothing in your message matches a tool. I have: docs_search, ops_list_devices, ops_restart, ops_metrics, analyst_ask. Register a model for real answers."`,
  );
});

test("a value the message does not have is made up from the schema, and admitted", async () => {
  const { calls, text } = await reply(user("restart the device"));
  expect(calls).toEqual([{ ops_restart: { device_id: expect.any(String) } }]);
  expect(text).toContain("I made up: device_id of ops_restart");
  expect((await reply(user("restart web-1"))).text).toBe("");
});

test("results are read back, errors as errors, and nothing more is called for the same question", async () => {
  const prompt: LanguageModelV4Prompt = [
    ...user("restart web-1"),
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "ops_restart", input: {} }] },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "ops_restart",
          output: { type: "text", value: '{"ok":true}' },
        },
        {
          type: "tool-result",
          toolCallId: "2",
          toolName: "ops_metrics",
          output: { type: "error-text", value: "gone" },
        },
      ],
    },
    ...user("<system-reminder>\nrestart web-9\n</system-reminder>"),
  ];
  expect(await reply(prompt)).toEqual({
    calls: [],
    text: 'I am the offline model: I match words to tools and understand nothing.\n\nops_restart returned: {"ok":true}\n\nops_metrics failed: gone',
  });
  const next = await offlineModel().doGenerate({ prompt: [...prompt, ...user("list the devices")], tools });
  expect(next.content).toMatchObject([{ toolCallId: "offline_2", toolName: "ops_list_devices" }]);
});

test("a long result is shortened and says by how much", async () => {
  const value = "x".repeat(1_000);
  const { text } = await reply([
    ...user("q"),
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "1", toolName: "t", output: { type: "text", value } }],
    },
  ]);
  expect(text).toContain("… (400 more characters)");
});

test("without tools it repeats what it was told, so that a summary it is asked for loses nothing it could keep", async () => {
  expect((await reply(user("user: web-1 is down"), [])).text).toContain(
    "I have no tools here. You said: user: web-1 is down",
  );
});

test("a message of any length is answered, the rest of a long one unread", async () => {
  const pasted = `restart web-1 ${"x".repeat(1_000_000)} web-2`;
  expect((await reply(user(pasted))).calls).toEqual([{ ops_restart: { device_id: "web-1" } }]);
});

test("no more than three calls are made for one message", async () => {
  expect((await reply(user("restart web-1, web-2, web-3, web-4 and web-5"))).calls).toHaveLength(3);
});

test("no call is made when tools are not wanted", async () => {
  const { content } = await offlineModel().doGenerate({
    prompt: user("restart web-1"),
    tools,
    toolChoice: { type: "none" },
  });
  expect(content).toMatchObject([{ type: "text" }]);
});

test("schemas of every shape are filled: references, choices, numbers, lists, nested and nullable values", async () => {
  const place = z.object({ rack: z.number().int(), room: z.string() });
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    definitions: { place: z.toJSONSchema(place, { target: "draft-7" }) },
    properties: {
      where: { $ref: "#/definitions/place" },
      hosts: { type: "array", items: { type: "string" } },
      minutes: { type: "integer", minimum: 1 },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
      mode: { const: "fast" },
    },
    required: ["where", "hosts", "minutes", "note", "mode"],
    additionalProperties: false,
  } as unknown as JsonSchema;
  const move: LanguageModelV4FunctionTool = {
    type: "function",
    name: "move_hosts",
    description: "",
    inputSchema: toPortSchema(schema),
  };
  const { calls } = await reply(user('move hosts web-1 and web-2 to rack 7 in "blue" within 2 hours'), [move]);
  expect(calls).toEqual([
    {
      move_hosts: {
        where: { rack: 7, room: "blue" },
        hosts: ["web-1", "web-2"],
        minutes: 120,
        note: null,
        mode: "fast",
      },
    },
  ]);
});

test("it drives a tool loop of the AI SDK to its end", async () => {
  const restarted: string[] = [];
  const { text } = await generateText({
    model: offlineModel(),
    prompt: "restart web-1",
    stopWhen: stepCountIs(5),
    tools: {
      restart: tool({
        description: "Restart a device",
        inputSchema: z.object({ device: z.string() }),
        execute: async ({ device }) => {
          restarted.push(device);
          return `${device} is back`;
        },
      }),
    },
  });
  expect(restarted).toEqual(["web-1"]);
  expect(text).toContain("restart returned: web-1 is back");
});

test("whatever is asked, the answer is the same twice, and every call is an offered tool with an object", async () => {
  const word = fc.constantFrom(
    "restart",
    "web-1",
    "docs",
    '"a b"',
    "and",
    "5",
    "last hour",
    "cpu",
    "list",
    "??",
    "then",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(word).map((words) => words.join(" ")),
        fc.string(),
      ),
      async (request) => {
        const once = await reply(user(request));
        expect(await reply(user(request))).toEqual(once);
        expect(once.calls.length > 0 || once.text !== "").toBe(true);
        for (const call of once.calls) expect(tools.map(({ name }) => name)).toContain(Object.keys(call)[0]);
      },
    ),
  );
});
