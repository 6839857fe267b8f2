/** An evaluation whose agents ask whatever endpoint the process is told of. */
import { Agent } from "../../../openai-agents/agent.ts";
import { defineEval } from "../../../openai-agents/eval/define-eval.ts";
import { Prompt } from "../../../openai-agents/prompt.ts";
import { RUBRIC } from "../../../openai-agents/rubric.ts";

export const evaluation = defineEval({
  name: "answers",
  dataset: "answers.jsonl",
  variants: {
    v1: new Prompt({ name: "answer", version: "1", text: "Answer." }),
    v2: new Prompt({ name: "answer", version: "2", text: "Answer politely." }),
  },
  generator: (prompt) => new Agent({ name: "writer", instructions: prompt, model: "gpt-test" }),
  judge: new Agent({ name: "judge", instructions: "Judge.", model: "gpt-test", outputType: RUBRIC }),
});
