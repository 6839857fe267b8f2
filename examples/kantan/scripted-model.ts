/** A model that needs no account: what it says is written down here, and the real SDK asks it over HTTP. */
import { type Model, OpenAIProvider } from "@openai/agents";
import { createOpenAIEndpoint } from "kigumi/testing";

export interface ScriptedModel extends AsyncDisposable {
  readonly model: Model;
}

export async function createScriptedModel(): Promise<ScriptedModel> {
  const endpoint = await createOpenAIEndpoint({
    script: [
      { toolCalls: [{ name: "docs.search", args: { query: "restart" } }] },
      "Hold the button for five seconds.",
      { output: { score: 0.4, comments: ["It does not say which button."] } },
    ],
  });
  const provider = new OpenAIProvider({ apiKey: endpoint.env.OPENAI_API_KEY, baseURL: endpoint.url });
  return {
    model: await provider.getModel("scripted"),
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}
