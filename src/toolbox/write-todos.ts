/**
 * The plan of the session, kept as one list that each call replaces. A list that breaks the rule of one task at a time
 * is refused and the list before it stays.
 */
import type { ToolContext } from "../tool/context.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import { jsonSchema } from "../tool/schema/tool-schema.ts";
import { ToolboxError } from "./toolbox-error.ts";

const STATE_KEY = "kigumi.toolbox.todos";
const STATUSES = ["pending", "in_progress", "completed"] as const;

export interface Todo {
  content: string;
  status: (typeof STATUSES)[number];
  /** How the task reads while it is worked on: "Running the tests". */
  activeForm?: string;
}

export interface WriteTodosInput {
  todos: Todo[];
}

export interface WriteTodosOutput {
  todos: Todo[];
}

const todoSchema: JsonSchema = {
  type: "object",
  properties: {
    content: { type: "string", minLength: 1, description: "What is to be done." },
    status: { type: "string", enum: STATUSES },
    activeForm: { type: "string", minLength: 1, description: 'The task while it runs: "Running the tests".' },
  },
  required: ["content", "status"],
  additionalProperties: false,
};

export const writeTodosTool = defineTool({
  name: "write_todos",
  title: "Write todos",
  description:
    "Write the task list of this session. The given list replaces the previous one, so send all tasks each time. At most one task may be in_progress.",
  input: jsonSchema<WriteTodosInput>({
    type: "object",
    properties: {
      todos: {
        type: "array",
        description: "All tasks, in order.",
        items: todoSchema,
      },
    },
    required: ["todos"],
    additionalProperties: false,
  }),
  output: jsonSchema<WriteTodosOutput>({
    type: "object",
    properties: { todos: { type: "array", items: todoSchema } },
    required: ["todos"],
    additionalProperties: false,
  }),
  tags: ["planning"],
  effect: "idempotent",
  execute({ todos }, ctx): WriteTodosOutput {
    const active = todos.filter(({ status }) => status === "in_progress");
    if (active.length > 1) {
      throw new ToolboxError(
        "INVALID_ARGUMENT",
        `${active.length} tasks are in_progress; at most one may be, the others are pending. The previous list was kept`,
      );
    }
    ctx.state.set(STATE_KEY, structuredClone(todos));
    return { todos };
  },
});

/** The current list of a session: what a user interface shows. */
export function readTodos(ctx: Pick<ToolContext, "state">): readonly Todo[] {
  return (ctx.state.get(STATE_KEY) as Todo[] | undefined) ?? [];
}
