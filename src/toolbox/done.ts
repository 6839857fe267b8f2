/** Ends the run with a message. Offering it is optional: an answer without tool calls ends a run just as well. */
import { defineTool } from "../tool/define-tool.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";

export interface DoneInput {
  message: string;
}

export const doneTool = defineTool({
  name: "done",
  title: "Done",
  description: "Finish the task. Call it once, when nothing is left to do, with the final message for the user.",
  input: jsonSchema<DoneInput>({
    type: "object",
    properties: { message: { type: "string", description: "What was done, for the user to read." } },
    required: ["message"],
    additionalProperties: false,
  }),
  tags: ["control"],
  effect: "read",
  terminal: true,
  execute: ({ message }): string => message,
});
