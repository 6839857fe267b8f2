import { handoff, Agent as SdkAgent } from "@openai/agents";
import { expect, test } from "vitest";
import { z } from "zod";
import { Agent } from "./agent.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";

const toBilling = { toolCalls: [{ name: "transfer_to_billing", args: {} }] };
const toDesk = { toolCalls: [{ name: "transfer_to_desk", args: {} }] };

test("each agent renders its own template, with its own renderer, over the shared context", async () => {
  await using endpoint = await scriptedEndpoint(toBilling, "paid");
  const { model } = endpoint;
  const billing = new Agent({
    name: "billing",
    instructions: "Bill {{ $ctx.who }}.",
    model,
    renderer: (text, context) => `${text} seen by ${String(context.who)}`,
  });
  const desk = new Agent({ name: "desk", instructions: "Serve {{ $ctx.who }}.", model, handoffs: [billing] });
  const context = await desk.run("pay", { who: "Ann" });
  expect(endpoint.requests.map(({ instructions }) => instructions)).toEqual([
    "Serve Ann.",
    "Bill {{ $ctx.who }}. seen by Ann",
  ]);
  expect(context.result.lastAgent?.name).toBe("billing");
  expect(context.history?.at(-1)).toEqual({ role: "assistant", text: "paid" });
});

test("agents wired together later may hand over in circles", async () => {
  await using endpoint = await scriptedEndpoint(toBilling, toDesk, toBilling, "settled");
  const { model } = endpoint;
  const desk = new Agent({ name: "desk", instructions: "Desk.", model });
  const billing = new Agent({ name: "billing", instructions: "Billing.", model });
  desk.handoffs.push(billing, desk);
  billing.handoffs.push(desk);
  const context = await desk.run("settle it");
  expect(context.result.finalOutput).toBe("settled");
  expect(endpoint.requests.map(({ instructions }) => instructions)).toEqual(["Desk.", "Billing.", "Desk.", "Billing."]);
});

test("rules hold in the agent that was handed over to", async () => {
  await using endpoint = await scriptedEndpoint(toBilling, { toolCalls: [{ name: "refund", args: {} }] });
  const { model } = endpoint;
  let refunds = 0;
  const refund = () => ++refunds;
  const billing = new Agent({ name: "billing", instructions: "Billing.", model, tools: [refund] });
  const desk = new Agent({ name: "desk", instructions: "Desk.", model, handoffs: [billing] });
  await expect(desk.run("refund", { toolRules: { deny: ["refund"] } })).rejects.toMatchObject({
    code: "E8",
    message: "[kantan-agents][E8] Tool is not allowed: refund",
  });
  expect(endpoint.requests[1]?.toolNames).toEqual([]);
  expect(refunds).toBe(0);
});

test("the SDK's own agents and handoffs pass through", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "escalate", args: {} }] }, "handled");
  const plain = new SdkAgent({ name: "plain", instructions: "Plain.", model: endpoint.model });
  const other = new SdkAgent({ name: "other", instructions: "Other.", model: endpoint.model });
  const desk = new Agent({
    name: "desk",
    instructions: "Desk.",
    model: endpoint.model,
    handoffs: [plain, handoff(other, { toolNameOverride: "escalate" })],
  });
  const context = await desk.run("help");
  expect(endpoint.requests[0]?.toolNames).toEqual(["transfer_to_plain", "escalate"]);
  expect(context.result.lastAgent?.name).toBe("other");
});

test("the output of whoever answered is stored by the agent that was asked", async () => {
  await using endpoint = await scriptedEndpoint(toBilling, { output: { total: 7 } });
  const { model } = endpoint;
  const outputType = z.object({ total: z.number() });
  const billing = new Agent({ name: "billing", instructions: "Billing.", model, outputType, outputDest: "ignored" });
  const desk = new Agent({ name: "desk", instructions: "Desk.", model, handoffs: [billing], outputDest: "bill" });
  const context = await desk.run("how much?");
  expect(context.bill).toEqual({ total: 7 });
  expect(context).not.toHaveProperty("ignored");
});
