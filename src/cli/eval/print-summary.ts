/** What an evaluation came to, for people: a plot of the variants, how they compare, and where to look. */
import type { EvalSummary, VariantComparison } from "../../openai-agents/eval/summarize-eval.ts";
import { oneLine } from "../printable.ts";
import type { Style, Terminal } from "../terminal.ts";
import { figures, intervalPlot, signed } from "./interval-plot.ts";

export function printSummary(terminal: Terminal, { variants, comparisons, confidence, seed }: EvalSummary): void {
  const rows = variants.flatMap(({ variant, score }) =>
    score === undefined ? [] : [{ label: oneLine(variant, 30), score }],
  );
  if (rows.length === 0) {
    terminal.line("nothing was scored", "red");
    return;
  }
  for (const line of intervalPlot(rows)) terminal.line(line);
  for (const comparison of comparisons) printComparison(terminal, comparison);
  const percent = Math.round(confidence * 100);
  terminal.note(`intervals hold ${percent} %: percentile bootstrap over cases, differences by pairs, seed ${seed}`);
}

function printComparison(
  terminal: Terminal,
  { baseline, variant, difference, verdict, losses }: VariantComparison,
): void {
  const names = `${oneLine(variant, 30)} − ${oneLine(baseline, 30)}`;
  if (difference === undefined) {
    terminal.line(`${names}: no case was scored for both`, "yellow");
    return;
  }
  terminal.line(`${names}: ${figures(difference, signed)}  ${verdict}`, STYLES[verdict]);
  for (const { caseId, difference: lost, traceId } of losses) {
    terminal.line(`  ${signed(lost)}  ${oneLine(caseId, 40)}  ${traceId}`, "dim");
  }
}

const STYLES: Readonly<Record<VariantComparison["verdict"], Style>> = {
  better: "green",
  worse: "red",
  unclear: "yellow",
};
