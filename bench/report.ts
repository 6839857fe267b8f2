/** Prints a benchmark as a table for people or, with `--json`, as one line for programs. */

export interface Report {
  readonly bench: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly notes?: readonly string[];
}

export function print(report: Report, asJson: boolean): void {
  console.log(asJson ? JSON.stringify(report) : table(report));
}

function table({ title, columns, rows, notes = [] }: Report): string {
  const cells = [columns, ...rows].map((row) => row.map(format));
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
  const [head = [], ...body] = cells;
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [`\n${title}`, rule, line(head), rule, ...body.map(line), rule, ...notes, ""].join("\n");
}

function format(value: string | number): string {
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
