/** An app whose agent does what the last message says, so that a test can bring about any course of a run. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Message } from "../../run/message.ts";
import type { PlanInput, Planner, PlannerServices, PlanResult } from "../../run/plan.ts";
import { agentToolset } from "../../runtime/agent-toolset.ts";
import { defineAgent } from "../../runtime/define-agent.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { textResult } from "../../tool/result.ts";
import { toolset } from "../../tool/toolset.ts";
import type { App, AppContext } from "../app.ts";

const look = defineTool({
  name: "look",
  description: "Look at something, with a chart",
  effect: "read",
  input: z.object({ at: z.string() }),
  serverData: [{ kind: "chart", audience: "timeline", mode: "always" }],
  execute: ({ at }) =>
    textResult(`saw \u001b[31m${at}`, {
      serverData: [{ kind: "chart", data: { points: [{ value: 1 }, { value: 2 }] } }],
    }),
});

const ask = defineTool({
  name: "ask_helper",
  description: "Ask the helper",
  input: z.object({ question: z.string() }),
  execute: () => null,
});

export function register(runtime: Runtime, { dataDir }: AppContext): App {
  const restart = defineTool({
    name: "restart",
    description: "Restart a device",
    input: z.object({ device: z.string() }),
    confirmation: { title: "Restart?", promptTemplate: "{{ .device }} goes down.", deniedResultTemplate: "left alone" },
    execute: async ({ device }) => {
      await appendFile(join(dataDir, "effects.txt"), `${device}\n`);
      return `${device} restarted`;
    },
  });
  const slow = defineTool({
    name: "slow",
    description: "Take long",
    input: z.object({ ms: z.number() }),
    execute: async ({ ms }, ctx) => {
      await sleep(ms, undefined, ctx.signal === undefined ? {} : { signal: ctx.signal });
      return "awake";
    },
  });
  const tools = toolset("tools", [look, restart, slow, scan]);
  runtime.registerAgent(defineAgent({ id: "helper", planner: obedient, toolsets: [tools] }));
  runtime.registerAgent(
    defineAgent({
      id: "main",
      planner: obedient,
      toolsets: [tools, agentToolset("helpers", { agent: "helper", tools: [ask] })],
      runPolicy: { interruptsAllowed: true },
    }),
  );
  return { agents: ["main", "helper"], notice: "the test app is ready" };
}

const scan = defineTool({
  name: "scan",
  description: "Scan something; somebody outside does it",
  input: z.object({ at: z.string() }),
  output: z.object({ hits: z.number() }),
  execute: () => ({ hits: 0 }),
});

const questions = [
  {
    id: "colour",
    prompt: "Which colours?",
    allowMultiple: true,
    options: [
      { id: "r", label: "Red" },
      { id: "b", label: "Blue" },
    ],
  },
  { id: "size", prompt: "How large?" },
];

const obedient: Planner = { planStart: obey, planResume: obey };

/** `<verb> <object>`; anything else is repeated. The answer of the second turn is what the tool said. */
async function obey({ messages }: PlanInput, services: PlannerServices): Promise<PlanResult> {
  const last = messages.findLast(({ role }) => role !== "system");
  if (last?.role === "tool") return say(services, last.results.map(({ content }) => content).join());
  const [verb, object = ""] = textOf(last).split(/ (.*)/);
  switch (verb) {
    case "look":
      return { toolCalls: [{ id: "c1", name: "look", args: { at: object } }] };
    case "restart":
      return {
        toolCalls: object.split(" and ").map((device, i) => ({ id: `c${i + 1}`, name: "restart", args: { device } })),
      };
    case "sleep":
      return { toolCalls: [{ id: "c1", name: "slow", args: { ms: Number(object) } }] };
    case "delegate":
      return { toolCalls: [{ id: "c1", name: "ask_helper", args: { question: object } }] };
    case "wonder":
      return { await: { items: [{ kind: "clarification", id: "q1", question: "Which one?" }] } };
    case "choose":
      return { await: { items: [{ kind: "questions", id: "q2", toolName: "survey", title: "A lamp", questions }] } };
    case "scan":
      return {
        await: {
          items: [
            {
              kind: "external_tools",
              id: "x1",
              items: object.split(" and ").map((at, i) => ({ name: "scan", toolCallId: `e${i + 1}`, payload: { at } })),
            },
          ],
        },
      };
    case "break":
      throw new Error("the planner broke");
    case "recall":
      return say(services, messages.map(textOf).join(" | "));
    default:
      return say(services, `you said: ${textOf(last)}`);
  }
}

function say({ emit }: PlannerServices, text: string): PlanResult {
  for (const delta of text.match(/\S+\s*/g) ?? []) emit({ type: "assistant_text_delta", delta });
  return { finalResponse: { text } };
}

function textOf(message: Message | undefined): string {
  if (message?.role === "assistant")
    return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return message?.role === "user" && typeof message.content === "string" ? message.content : "";
}
