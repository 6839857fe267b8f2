import { expect, test } from "vitest";
import { answersAsContent, problemsWithAnswers } from "./answer-questions.ts";

const questions = [
  { id: "colors", prompt: "Which?", allowMultiple: true, options: ["r", "g"].map((id) => ({ id, label: `${id}!` })) },
  { id: "why", prompt: "Why?" },
];

test("answers that fit have no problems", () => {
  expect(problemsWithAnswers(questions, { colors: ["r", "g"], why: "because" })).toEqual([]);
});

test("everything that does not fit is told at once", () => {
  expect(problemsWithAnswers(questions, { colors: ["r", "b"], why: ["a", "b"], other: "x" })).toEqual([
    'there is no question "other" (there are colors, why)',
    '"b" is no option of "colors" (they are r, g)',
    'question "why" takes one answer',
  ]);
  expect(problemsWithAnswers(questions, { colors: [] })).toEqual([
    'question "colors" has an empty answer',
    'question "why" has no answer',
  ]);
  expect(problemsWithAnswers(questions, { colors: "r", why: 7 as never })).toEqual([
    'the answer to "why" has to be text',
  ]);
});

test("a question named like a property of every object is answered only by an answer", () => {
  expect(problemsWithAnswers([{ id: "constructor", prompt: "?" }], {})).toEqual([
    'question "constructor" has no answer',
  ]);
});

test("the model reads the labels of what was chosen", () => {
  expect(JSON.parse(answersAsContent(questions, { colors: "g", why: "because" }))).toEqual({
    answers: [
      { id: "colors", prompt: "Which?", answers: ["g!"] },
      { id: "why", prompt: "Why?", answers: ["because"] },
    ],
  });
});
