/** What a policy would change, for people: the sum first, then group by group with what it would have hit. */
import type { BacktestChange, BacktestGroup } from "../../trace/backtest/backtest-groups.ts";
import type { PolicyBacktest } from "../../trace/backtest/backtest-policy.ts";
import { countText, timeText } from "../figures.ts";
import { oneLine } from "../printable.ts";
import type { Style, Terminal } from "../terminal.ts";

export function printBacktest(terminal: Terminal, result: PolicyBacktest): void {
  const { calls, unchanged, changes, groups } = result;
  for (const group of groups) terminal.json({ type: "group", ...group });
  terminal.json({ type: "result", calls, unchanged, changes });

  terminal.line(`${countText(calls, "recorded call")}, ${unchanged} would go as before`, "bold");
  for (const change of ORDER) {
    const affected = groups.filter((group) => group.change === change);
    if (affected.length === 0) continue;
    terminal.line("");
    terminal.line(`${HEADINGS[change]}: ${countText(changes[change], "call")}`, STYLES[change]);
    for (const group of affected) printGroup(terminal, group);
  }
}

function printGroup(terminal: Terminal, { tool, rule, calls, before, lastAt, examples }: BacktestGroup): void {
  const was = before === undefined ? "" : `, was ${WAS[before]}`;
  terminal.line(`  ${countText(calls, "call")} of ${oneLine(tool, 60)}  ←  ${oneLine(rule, 100)}${was}`);
  const last = timeText(lastAt);
  if (last !== "") terminal.line(`      last at ${last}`, "dim");
  for (const { input, traceId } of examples) {
    terminal.line(`      ${oneLine(input === "" ? "{}" : input, 90)}  ${traceId}`, "dim");
  }
}

/** What an operator has to look at first. */
const ORDER: readonly BacktestChange[] = ["deny", "confirm", "allow", "undecidable"];

const HEADINGS: Readonly<Record<BacktestChange, string>> = {
  deny: "would be denied",
  confirm: "would ask a person",
  allow: "would newly be allowed",
  undecidable: "cannot be told",
};

const STYLES: Readonly<Record<BacktestChange, Style>> = {
  deny: "red",
  confirm: "yellow",
  allow: "green",
  undecidable: "cyan",
};

const WAS = { allow: "allowed", confirm: "asked about", deny: "denied" } as const;
