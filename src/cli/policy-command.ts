/** `kigumi policy test`: tries rules on the calls of the last days before anybody switches them on. */
import { type Command, Option } from "commander";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { BacktestChange } from "../trace/backtest/backtest-groups.ts";
import { backtestPolicy, type PolicyBacktest } from "../trace/backtest/backtest-policy.ts";
import { countText } from "./figures.ts";
import { pointInTime, wholeNumber } from "./option-values.ts";
import { loadRules } from "./policy/load-rules.ts";
import { loadTools } from "./policy/load-tools.ts";
import { printBacktest } from "./policy/print-backtest.ts";
import { openTraces, type TracesOptions, withTracesOption } from "./traces/open-traces.ts";
import type { World } from "./world.ts";

interface PolicyTestOptions extends TracesOptions {
  readonly since?: Date;
  readonly until?: Date;
  readonly baseline?: string;
  readonly tools?: string;
  readonly examples: number;
  readonly failOn?: readonly BacktestChange[];
}

const CHANGES: readonly BacktestChange[] = ["deny", "confirm", "allow", "undecidable"];

export function addPolicyCommand(program: Command, world: World): void {
  const policy = program.command("policy").description("try out what may be called");
  withTracesOption(policy.command("test"))
    .description("which recorded calls these rules would deny, ask about or newly allow")
    .argument("<rules>", "a JSON file, or a module that exports rules or a policy")
    .option("--since <time>", "calls no older: 30d, 90m, or a time", pointInTime)
    .option("--until <time>", "calls no newer", pointInTime)
    .option("--baseline <rules>", "the rules to compare with (default: what happened)")
    .option("--tools <module>", "a module that exports the tools; rules with tags need them")
    .option("--examples <count>", "how many to show of each", wholeNumber, 3)
    .addOption(new Option("--fail-on <changes...>", "exit code 1 when there are such calls").choices(CHANGES))
    .action((rules: string, _options, command: Command) => testPolicy(rules, command.optsWithGlobals(), world));
}

async function testPolicy(file: string, options: PolicyTestOptions, world: World): Promise<void> {
  const { since, until, baseline, tools, examples, failOn = [] } = options;
  const { cwd, signal } = world;
  const rules = await loadRules(file, cwd);
  const compared = baseline === undefined ? {} : { baseline: await loadRules(baseline, cwd) };
  const described = tools === undefined ? {} : { tools: await loadTools(tools, cwd) };

  await using open = openTraces(options, world);
  const { store, terminal } = open;
  const result = await backtestPolicy(store, rules, {
    ...compared,
    ...described,
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    examples,
    signal,
    onProgress: (calls) => terminal.progress(`${calls} calls`),
  });
  printBacktest(terminal, result);
  failOnChanges(result, failOn);
}

function failOnChanges({ changes }: PolicyBacktest, failOn: readonly BacktestChange[]): void {
  const found = failOn.filter((change) => changes[change] > 0);
  if (found.length === 0) return;
  const what = found.map((change) => `${change}: ${countText(changes[change], "call")}`).join(", ");
  throw new KigumiError({ code: "policy_changes", message: `the rules change what --fail-on names (${what})` });
}
