import { expect, test } from "vitest";
import { createToolContext } from "../runtime/tool-context.ts";
import { readTodos, type Todo, writeTodosTool } from "./write-todos.ts";

const write = (todos: Todo[], ctx = createToolContext()) => writeTodosTool.executeRaw(JSON.stringify({ todos }), ctx);

test("7.2 write_todos replaces the whole list of the session and returns it", async () => {
  const ctx = createToolContext();
  await write([{ content: "first", status: "in_progress", activeForm: "Doing the first" }], ctx);
  const todos: Todo[] = [
    { content: "first", status: "completed" },
    { content: "second", status: "in_progress" },
  ];
  // Another call of the session, another context: the state is the session's.
  const result = await write(todos, ctx.forCall({ id: "2" }));
  expect(result).toMatchObject({ type: "json", value: { todos } });
  expect(readTodos(ctx)).toEqual(todos);
  await write([], ctx);
  expect(readTodos(ctx)).toEqual([]);
});

test("two tasks in progress are refused, and the list before stays", async () => {
  const ctx = createToolContext();
  const before: Todo[] = [{ content: "a", status: "pending" }];
  await write(before, ctx);
  const twice: Todo[] = ["a", "b"].map((content) => ({ content, status: "in_progress" }));
  await expect(write(twice, ctx)).rejects.toEqual(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
  expect(readTodos(ctx)).toEqual(before);
});

test("a status that does not exist is refused by the schema", async () => {
  const invalid = [{ content: "a", status: "doing" }] as unknown as Todo[];
  await expect(write(invalid)).rejects.toEqual(expect.objectContaining({ code: "invalid_tool_input" }));
});

test("a session without a list has an empty one", () => {
  expect(readTodos(createToolContext())).toEqual([]);
});
