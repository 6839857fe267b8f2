/** `kigumi approve <runId>`: decides a request by name, and carries the run on when its agents are at hand. */
import type { Command } from "commander";
import type { EventOf } from "../run/event.ts";
import { carryOn } from "./carry-on.ts";
import { chooseQuestion } from "./choose-question.ts";
import { readTree } from "./follow-run.ts";
import { openExisting } from "./open-runtime.ts";
import { personName } from "./option-values.ts";
import type { Question } from "./run-tree.ts";
import type { GlobalOptions, World } from "./world.ts";

interface ApproveOptions extends GlobalOptions {
  readonly by: string;
  readonly deny?: true;
  readonly follow: boolean;
}

export function addApproveCommand(program: Command, world: World): void {
  program
    .command("approve")
    .description("approve, or decline with --deny, what a run waits for")
    .argument("<runId>", "the run, or the one it is nested in")
    .argument("[id]", "the request, when there is more than one")
    .requiredOption("--by <name>", "who decides", personName)
    .option("--deny", "decline it")
    .option("--no-follow", "only record the decision")
    .action((runId: string, id: string | undefined, _options, command: Command) =>
      approve(runId, id, command.optsWithGlobals(), world),
    );
}

async function approve(runId: string, id: string | undefined, options: ApproveOptions, world: World): Promise<void> {
  const { by: requestedBy, deny = false, follow } = options;
  await using open = await openExisting(options, world, { withApp: follow });
  const { runtime, terminal } = open;
  const tree = await readTree(runtime, runId);
  const request = chooseQuestion(tree, { id, files: options, what: "approval", is: isRequest });
  await runtime.provideConfirmation({ runId: request.runId, id: request.awaitId, approved: !deny, requestedBy });
  terminal.json({ type: "decided", runId: request.runId, id: request.awaitId, approved: !deny, by: requestedBy });
  const said = `${deny ? "declined" : "approved"}: ${request.tool}, by ${requestedBy}`;
  await carryOn(open, tree, { said, style: deny ? "red" : "green", world });
}

function isRequest(question: Question): question is EventOf<"await_confirmation"> {
  return question.type === "await_confirmation";
}
