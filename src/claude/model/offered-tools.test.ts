import type { LanguageModelV4Content, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { createAnthropicEndpoint, type MessagesRequest, toolResultsOf } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";

const asking: LanguageModelV4Prompt = [{ role: "user", content: [{ type: "text", text: "Go." }] }];

function offered(...names: string[]): LanguageModelV4FunctionTool[] {
  return names.map((name) => ({ type: "function", name, description: name, inputSchema: { type: "object" } }));
}

/** Calls the tool with this description, whatever it is called. */
function calling(...descriptions: string[]) {
  return ({ tools = [] }: MessagesRequest) => ({
    toolCalls: descriptions.map((wanted) => {
      const { name = "" } = tools.find(({ description }) => description === wanted) ?? {};
      return { name, args: {} };
    }),
  });
}

/** The prompt that brings the result of the one call in an answer. */
function answering(content: readonly LanguageModelV4Content[], text: string): LanguageModelV4Prompt {
  const [call] = content.filter((part) => part.type === "tool-call");
  if (call === undefined) throw new Error("there is no call");
  const { toolCallId, toolName, input, providerMetadata = {} } = call;
  return [
    ...asking,
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId, toolName, input: JSON.parse(input), providerOptions: providerMetadata },
      ],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value: text } }],
    },
  ];
}

test("tools whose names meet once the API takes them are two tools, and each call comes back under its own name", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [calling("a.b", "a_b")] });
  const { content } = await modelAt(endpoint).doGenerate({ prompt: asking, tools: offered("a.b", "a_b") });
  expect(content).toMatchObject([{ toolName: "a.b" }, { toolName: "a_b" }]);
});

test.for([
  ["one of them is not offered any more", ["a.b", "a_b"], ["a.b"]],
  ["the other one is offered as well", ["a.b"], ["a.b", "a_b"]],
  ["the other one is offered instead", ["a.b"], ["a_b"]],
])(
  "a result reaches the call it belongs to, though its tool would have another name by now: %s",
  async ([, before, after]) => {
    await using endpoint = await createAnthropicEndpoint({ script: [calling("a.b"), "Done."] });
    const model = modelAt(endpoint);
    const { content } = await model.doGenerate({ prompt: asking, tools: offered(...(before ?? [])) });
    expect(content).toMatchObject([{ type: "tool-call", toolName: "a.b" }]);
    const answer = await model.doGenerate({
      prompt: answering(content, "the answer of a.b"),
      tools: offered(...(after ?? [])),
    });
    expect(answer.content).toMatchObject([{ type: "text", text: "Done." }]);
    const [, second] = endpoint.requests;
    expect(second && toolResultsOf(second)).toMatchObject([{ text: "the answer of a.b", isError: false }]);
  },
);

test("two tools of one name are refused, and so is a server that has the name of ours", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [] });
  const twice = modelAt(endpoint).doGenerate({ prompt: asking, tools: offered("a", "a") });
  await expect(twice).rejects.toThrow('tool "a": is in the toolset twice');
  const mcpServers = { pydantic_tools: { type: "http", url: "http://localhost:1" } } as const;
  const hidden = modelAt(endpoint, { queryOptions: { mcpServers } }).doGenerate({
    prompt: asking,
    tools: offered("a"),
  });
  await expect(hidden).rejects.toMatchObject({
    code: "server_name_taken",
    message: expect.stringContaining('"pydantic_tools"'),
  });
});
