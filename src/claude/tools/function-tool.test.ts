/** Tools that the real OpenAI Agents SDK made, handed to Claude as they are. */
import { tool as sdkTool, webSearchTool } from "@openai/agents";
import { expect, test } from "vitest";
import { z } from "zod";
import { convertTool, convertToolWithDeps } from "./convert-tool.ts";
import { extractToolsFromToolsets } from "./extract-tools.ts";
import { getParametersJsonSchema } from "./parameters-json-schema.ts";
import { ToolValidationError } from "./tool-errors.ts";

const weather = sdkTool({
  name: "weather",
  description: "Tells the weather",
  parameters: z.object({ city: z.string(), unit: z.enum(["c", "f"]).optional() }),
  execute: ({ city, unit }, runContext) => {
    const { who = "nobody" } = (runContext?.context ?? {}) as { who?: string };
    return `${city} in ${unit ?? "c"} for ${who}`;
  },
});
const plain = { description: "X", parameters: z.object({}), execute: () => "ran" };
const text = (value: unknown) => ({ content: [{ type: "text", text: value }] });

test("a function tool of the OpenAI Agents SDK is converted by its shape, its schema unchanged", () => {
  const converted = convertTool(weather);
  expect(converted).toMatchObject({ name: "weather", description: "Tells the weather" });
  expect(converted.inputSchema).toBe(weather.parameters);
  expect(getParametersJsonSchema(weather)).toBe(weather.parameters);
});

test("its calls are checked, and reach its own invoke with the dependencies as the run's context", async () => {
  const args = { city: "Oslo", unit: null };
  expect(await convertTool(weather).handler(args)).toEqual(text("Oslo in c for nobody"));
  expect(await convertToolWithDeps(weather, { who: "Ann" }).handler(args)).toEqual(text("Oslo in c for Ann"));
  const [registered] = extractToolsFromToolsets([weather], { deps: { who: "Bo" } });
  expect(await registered?.handler(args)).toEqual(text("Oslo in c for Bo"));
  expect(await convertTool(weather).handler({ city: 7 })).toMatchObject({ isError: true });
});

test("what the SDK decides call by call still counts: disabled tools and those that need approval do not run", async () => {
  const off = convertTool(sdkTool({ ...plain, name: "off", isEnabled: false }));
  expect(await off.handler({})).toEqual({ ...text(expect.stringContaining("off is disabled")), isError: true });
  const asking = convertTool(sdkTool({ ...plain, name: "asking", needsApproval: true }));
  expect(await asking.handler({})).toEqual({ ...text(expect.stringContaining("a person's approval")), isError: true });
});

test("a tool that the provider runs, and one whose parameters are no schema, are refused", () => {
  expect(() => convertTool(webSearchTool())).toThrow(ToolValidationError);
  const broken = { type: "function", name: "broken", parameters: "none", invoke: () => "" };
  expect(() => convertTool(broken)).toThrow("parameters has to be a JSON Schema object, but is string");
  expect(() => convertTool({ ...broken, parameters: undefined })).toThrow("has no JSON Schema; set parameters");
});
