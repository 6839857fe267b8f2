/** A question that was left open: what is asked, and the command that answers it. */
import type { JsonObject } from "../json/json.ts";
import { oneLine } from "./printable.ts";
import type { Question } from "./run-tree.ts";

export const DEFAULT_STORE = ".kigumi/kigumi.db";

export function describeQuestion(question: Question, store: string): readonly string[] {
  const { runId, awaitId } = question;
  switch (question.type) {
    case "await_confirmation": {
      const where = store === DEFAULT_STORE ? "" : ` --store ${shellWord(store)}`;
      return [
        `? ${question.title} ${oneLine(question.prompt)}`,
        `  kigumi approve ${shellWord(runId)} ${shellWord(awaitId)} --by <name>${where}`,
      ];
    }
    case "await_clarification":
      return [`? ${question.question}`, `  answer it in kigumi chat${sessionOption(question.sessionId)}`];
    case "await_questions":
      return [`? ${question.title ?? question.tool}: ${question.questions.map(({ prompt }) => prompt).join(" ")}`];
    case "await_external_tools":
      return [`? waits for the results of ${question.items.map(({ tool }) => tool).join(", ")}`];
  }
}

/** The same for programs. */
export function questionJson(question: Question): JsonObject {
  const { runId, awaitId: id } = question;
  switch (question.type) {
    case "await_confirmation": {
      const { tool, callId, args, title, prompt } = question;
      return { kind: "confirmation", runId, id, tool, callId, args, title, prompt };
    }
    case "await_clarification":
      return { kind: "clarification", runId, id, question: question.question };
    case "await_questions":
      return { kind: "questions", runId, id, tool: question.tool };
    case "await_external_tools":
      return { kind: "external_tools", runId, id, tools: question.items.map(({ tool }) => tool) };
  }
}

function sessionOption(sessionId: string | undefined): string {
  return sessionId === undefined ? "" : ` --session ${shellWord(sessionId)}`;
}

/** So that the command can be pasted as it stands. */
function shellWord(text: string): string {
  return /^[\w./:@#=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
