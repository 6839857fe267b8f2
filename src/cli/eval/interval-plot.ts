/** Means and their intervals, drawn under each other on one scale: `├──●──┤`. */
import type { MeanInterval } from "../../openai-agents/eval/bootstrap-mean.ts";
import { displayWidth } from "../table.ts";

export interface PlotRow {
  readonly label: string;
  readonly score: MeanInterval;
}

const WIDTH = 50;

/** The scale, then a line for each row. */
export function intervalPlot(rows: readonly PlotRow[]): readonly string[] {
  const [from, to] = scaleOf(rows);
  const labelWidth = Math.max(...rows.map(({ label }) => displayWidth(label)), 0);
  const scale = `${from}${String(to).padStart(WIDTH - String(from).length)}`;
  const lines = rows.map(({ label, score }) => {
    const drawn = draw(score, (value) => Math.round(((value - from) / (to - from)) * (WIDTH - 1)));
    return `${label}${" ".repeat(labelWidth - displayWidth(label))}  ${drawn}  ${figures(score)}`;
  });
  return [`${" ".repeat(labelWidth)}  ${scale}`, ...lines];
}

/** With the interval, where there is one. */
export function figures({ mean, interval, count }: MeanInterval, format = plain): string {
  const range = interval === undefined ? "" : ` [${format(interval.low)}, ${format(interval.high)}]`;
  return `${format(mean)}${range}  n=${count}`;
}

export function signed(value: number): string {
  const text = plain(value);
  return value < 0 || text.startsWith("-") ? text : `+${text}`;
}

function plain(value: number): string {
  return value.toFixed(3);
}

function draw({ mean, interval }: MeanInterval, place: (value: number) => number): string {
  const cells = Array.from({ length: WIDTH }, () => "·");
  if (interval !== undefined) {
    const [low, high] = [place(interval.low), place(interval.high)];
    for (let i = low; i <= high; i++) cells[i] = "─";
    cells[low] = "├";
    cells[high] = "┤";
  }
  cells[place(mean)] = "●";
  return cells.join("");
}

/** From 0 to 1 when everything is in there, as most rubrics are; else the whole numbers around it. */
function scaleOf(rows: readonly PlotRow[]): readonly [number, number] {
  const values = rows.flatMap(({ score: { mean, interval } }) => [mean, interval?.low ?? mean, interval?.high ?? mean]);
  const [low, high] = [Math.floor(Math.min(0, ...values)), Math.ceil(Math.max(1, ...values))];
  return [low, high];
}
