/** A question that was left open: what is asked, and the command that answers it. */
import { oneLine } from "./printable.ts";
import type { Question } from "./run-tree.ts";
import { fileOptions, type NamedFiles, shellWord } from "./shell-command.ts";

export function describeQuestion(question: Question, files: NamedFiles): readonly string[] {
  const where = fileOptions(files);
  const run = shellWord(question.runId);
  const id = shellWord(question.awaitId);
  const answer = (words: string) => `  kigumi answer ${run} ${words} --id ${id} --by <name>${where}`;
  switch (question.type) {
    case "await_confirmation":
      return [`? ${question.title} ${oneLine(question.prompt)}`, `  kigumi approve ${run} ${id} --by <name>${where}`];
    case "await_clarification":
      return [`? ${question.question}`, answer("<answer>")];
    case "await_questions":
      return [
        `? ${question.title ?? question.tool}`,
        ...question.questions.map(({ id: name, prompt, options = [] }) => {
          const choices = options.length === 0 ? "" : ` (${options.map((option) => option.id).join(", ")})`;
          return `  ${name}: ${prompt}${choices}`;
        }),
        answer(question.questions.map(({ id: name }) => `${shellWord(name)}=<answer>`).join(" ")),
      ];
    case "await_external_tools":
      return [
        ...question.items.map(({ tool, args }) => `? the result of ${tool} ${oneLine(JSON.stringify(args))}`),
        answer(question.items.map(({ callId }) => `${shellWord(callId)}=<result>`).join(" ")),
      ];
  }
}

/** The same for programs. */
export function questionJson(question: Question): Readonly<Record<string, unknown>> {
  const { runId, awaitId: id } = question;
  switch (question.type) {
    case "await_confirmation": {
      const { tool, callId, args, title, prompt } = question;
      return { kind: "confirmation", runId, id, tool, callId, args, title, prompt };
    }
    case "await_clarification":
      return { kind: "clarification", runId, id, question: question.question };
    case "await_questions": {
      const { tool, title, questions } = question;
      return { kind: "questions", runId, id, tool, title, questions };
    }
    case "await_external_tools":
      return { kind: "external_tools", runId, id, items: question.items };
  }
}
