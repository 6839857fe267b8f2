/** What somebody typed, as the ids of the options they meant: an id, a label in any case, or a number of the list. */
import type { Question } from "../run/plan.ts";

/** What fits no option stays as it is: whoever checks the answer then says what would. */
export function chosenOptions({ options = [], allowMultiple = false }: Question, text: string): readonly string[] {
  if (options.length === 0) return [text.trim()];
  const words = allowMultiple ? text.split(",") : [text];
  return words.map((word) => optionId(options, word.trim())).filter((word) => word !== "");
}

function optionId(options: NonNullable<Question["options"]>, word: string): string {
  const found =
    options.find(({ id }) => id === word) ??
    options.find(({ label }) => label.toLowerCase() === word.toLowerCase()) ??
    (/^[1-9]\d*$/.test(word) ? options[Number(word) - 1] : undefined);
  return found?.id ?? word;
}
