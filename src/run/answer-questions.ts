/** Answers of people, held against the questions they were asked, become the result of the call that asked. */
import type { Question } from "./plan.ts";

/** By question id: the ids of the chosen options, or what was said where there are none to choose from. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** What is wrong with the answers, all of it; nothing when they fit. */
export function problemsWithAnswers(questions: readonly Question[], answers: Answers): string[] {
  const known = new Set(questions.map(({ id }) => id));
  const unknown = Object.keys(answers).filter((id) => !known.has(id));
  return [
    ...unknown.map((id) => `there is no question ${JSON.stringify(id)} (there are ${[...known].join(", ")})`),
    ...questions.flatMap((question) => problemsWith(question, answers)),
  ];
}

function problemsWith({ id, options = [], allowMultiple = false }: Question, answers: Answers): string[] {
  const given = Object.hasOwn(answers, id) ? answers[id] : undefined;
  if (given === undefined) return [`question ${JSON.stringify(id)} has no answer`];
  const chosen = chosenOf(given);
  if (chosen.length === 0) return [`question ${JSON.stringify(id)} has an empty answer`];
  if (chosen.some((each) => typeof each !== "string")) return [`the answer to ${JSON.stringify(id)} has to be text`];
  if (chosen.length > 1 && !allowMultiple) return [`question ${JSON.stringify(id)} takes one answer`];
  if (options.length === 0) return [];
  const ids = options.map((option) => option.id);
  const strange = chosen.filter((each) => !ids.includes(each));
  return strange.map(
    (each) => `${JSON.stringify(each)} is no option of ${JSON.stringify(id)} (they are ${ids.join(", ")})`,
  );
}

/** What the model reads. */
export function answersAsContent(questions: readonly Question[], answers: Answers): string {
  const answered = questions.map(({ id, prompt, options = [] }) => ({
    id,
    prompt,
    answers: chosenOf(answers[id] ?? []).map((each) => options.find((option) => option.id === each)?.label ?? each),
  }));
  return JSON.stringify({ answers: answered });
}

function chosenOf(given: string | readonly string[]): readonly string[] {
  return Array.isArray(given) ? given : [given as string];
}
