/** `kigumi eval`: answers a data set with versions of a prompt, has them judged, and says which is better. */
import type { Command } from "commander";
import { loadPeer } from "../errors/load-peer.ts";
import type { EvalOptions } from "./eval/eval-options.ts";
import { finiteNumber, wholeNumber } from "./option-values.ts";
import { withTracesOption } from "./traces/open-traces.ts";
import type { World } from "./world.ts";

export function addEvalCommand(program: Command, world: World): void {
  withTracesOption(program.command("eval"))
    .description("score the answers to a data set, and compare versions of a prompt")
    .argument("<module>", "exports defineEval({ … }) as its default")
    .option("--dataset <file>", "other cases than the module's: JSON lines with an input each")
    .option("--variants <names...>", "only these variants")
    .option("--baseline <name>", "the variant to compare with (default: the first)")
    .option("--limit <count>", "only the first cases", wholeNumber)
    .option("--concurrency <count>", "how many cases at a time", wholeNumber)
    .option("--seed <number>", "of the intervals", wholeNumber, 1)
    .option("--resume <run>", "go on with a run that was interrupted")
    .option("--min-score <score>", "exit code 1 below this mean", finiteNumber)
    .option("--no-regression", "exit code 1 when a variant is worse than the baseline beyond doubt")
    .action(async (file: string, _options, command: Command) => {
      const options: EvalOptions = command.optsWithGlobals();
      // Loaded here, so that no other command asks for the Agents SDK.
      const load = () => import("./eval/evaluate.ts");
      const { evaluate } = await loadPeer("@openai/agents", "kigumi eval", load);
      await evaluate(file, options, world);
    });
}
