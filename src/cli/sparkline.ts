/** Draws the points of a chart on one line, for server data of the kind `chart`: `{ points: [{ value }] }`. */
import { isObject } from "../json/json.ts";

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const WIDEST = 60;

/** Undefined when there is nothing that could be drawn. */
export function sparkline(data: unknown): string | undefined {
  const points = isObject(data) && Array.isArray(data.points) ? data.points : [];
  const values = points.flatMap((point) =>
    isObject(point) && Number.isFinite(point.value) ? [Number(point.value)] : [],
  );
  if (values.length === 0) return undefined;
  const drawn = sampled(values);
  const [low, high] = [Math.min(...drawn), Math.max(...drawn)];
  const bars = drawn.map((value) => BARS[Math.round(((value - low) / (high - low || 1)) * (BARS.length - 1))]);
  return `${bars.join("")}  ${low} … ${high}`;
}

function sampled(values: readonly number[]): readonly number[] {
  if (values.length <= WIDEST) return values;
  return Array.from({ length: WIDEST }, (_, i) => values[Math.floor((i * values.length) / WIDEST)] ?? 0);
}
