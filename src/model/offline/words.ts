/** Words as the offline model compares them: lower case, without endings, without the words that say nothing. */

const CONNECTIVES = wordSet(
  "a about all also an and any are as at be but by can could current did do does for from get give has have i if in into is",
  "it its just last let like look make may me my need next now of on one only or our over past please see show some tell",
  "than that the their them then there these they this those to up us use using via want was we were will with would you your",
);
const QUESTIONS = wordSet("how what when where which who whose why");

/** The stems of a text's telling words, in order. Names in any case (`listDevices`, `list_devices`) are taken apart. */
export function stemsOf(text: string): string[] {
  return tokensOf(text)
    .filter((token) => !CONNECTIVES.has(token) && !QUESTIONS.has(token))
    .map(stem);
}

/** True for a word that only holds a sentence together; a word that begins a question does more. */
export function isConnective(word: string): boolean {
  return CONNECTIVES.has(word.toLowerCase());
}

/** How well two stems agree, from 0 to 1. An abbreviation (`doc`, `documentation`) agrees in part. */
export function similarity(left: string, right: string): number {
  if (left === right) return 1;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 3 && long.startsWith(short) ? 0.6 : 0;
}

/** True when a name has this stem among its words, in full or abbreviated. */
export function isWordOf(name: string, stem: string): boolean {
  return stemsOf(name).some((known) => similarity(stem, known) > 0);
}

function stem(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length <= 3) return lower;
  const singular = lower
    .replace(/ies$/, "y")
    .replace(/(?<=ch|sh|ss|x)es$/, "")
    .replace(/(?<=[^su])s$/, "");
  return singular.length <= 4 ? singular : singular.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "");
}

function tokensOf(text: string): string[] {
  return text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "");
}

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}
