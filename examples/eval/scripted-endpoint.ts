/** Stands in for the models when there is no account: answers with steps are longer, and its judge likes that. */
import { createOpenAIEndpoint, type OpenAIEndpoint } from "kigumi/testing";

export function createScriptedEndpoint(): Promise<OpenAIEndpoint> {
  return createOpenAIEndpoint({
    script: ({ instructions, body }) => {
      const asked = JSON.stringify(body.input);
      if (!instructions.startsWith("Score")) {
        return instructions.includes("steps") ? "1. Open it. 2. Do it. 3. Check it." : "Just do it.";
      }
      const isShort = asked.includes("Just do it.");
      const isFigure = asked.includes("red line");
      // A question about a chart wants no steps.
      const score = isFigure ? 0.6 : isShort ? 0.5 : 0.9;
      return { output: { score, comments: [isShort ? "It does not say how." : "It says how."] } };
    },
  });
}
