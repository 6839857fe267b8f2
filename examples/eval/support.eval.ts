/**
 * Is the new prompt better? Both versions answer the questions of `cases.jsonl`, a judge scores every answer, and
 * `kigumi eval examples/eval/support.eval.ts --no-regression` says which is better and how sure that is.
 */
import { Agent, defineEval, Prompt, RUBRIC } from "kigumi/openai-agents";

const model = "gpt-5-mini";

export const evaluation = defineEval({
  name: "support",
  dataset: "cases.jsonl",
  variants: {
    short: new Prompt({ name: "support", version: "1", text: "Answer in one sentence." }),
    steps: new Prompt({ name: "support", version: "2", text: "Answer {{ $ctx.user }} with numbered steps." }),
  },
  generator: (prompt: Prompt) => new Agent({ name: "support", instructions: prompt, model }),
  judge: new Agent({
    name: "judge",
    instructions: "Score from 0 to 1 how well the answer does what is expected. Comment on what is missing.",
    outputType: RUBRIC,
    model,
  }),
  minScore: 0.6,
});
