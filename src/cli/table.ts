/** Rows as lines with aligned columns, for terminals in which a Japanese letter is as wide as two Latin ones. */
import { oneLine } from "./printable.ts";

export interface Column<Row> {
  readonly header: string;
  /** Put on one line and cut to `widest`. */
  readonly text: (row: Row) => string;
  /** Figures are read from the right. */
  readonly isFigure?: true;
  /** In characters. Default 60. */
  readonly widest?: number;
}

export interface TableLines {
  readonly header: string;
  /** One for each row. */
  readonly rows: readonly string[];
}

export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableLines {
  const cells = rows.map((row) => columns.map(({ text, widest = 60 }) => oneLine(text(row), widest)));
  const widths = columns.map(({ header }, i) =>
    Math.max(displayWidth(header), ...cells.map((row) => displayWidth(row[i] ?? ""))),
  );
  const lineOf = (texts: readonly string[]): string =>
    texts
      .map((text, i) => padded(text, widths[i] ?? 0, columns[i]?.isFigure === true))
      .join("  ")
      .trimEnd();
  return { header: lineOf(columns.map(({ header }) => header)), rows: cells.map(lineOf) };
}

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += NARROWEST.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

const NARROWEST = /[\p{Mn}\p{Me}\p{Cf}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

function padded(text: string, width: number, isFigure: boolean): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return isFigure ? space + text : text + space;
}
