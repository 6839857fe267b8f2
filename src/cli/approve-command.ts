/** `kigumi approve <runId>`: decides a request by name, and carries the run on when its agents are at hand. */
import type { Command } from "commander";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { EventOf } from "../run/event.ts";
import { attendRun } from "./attend-run.ts";
import { describeQuestion } from "./describe-question.ts";
import { readTree } from "./follow-run.ts";
import { openExisting } from "./open-runtime.ts";
import type { RunTree } from "./run-tree.ts";
import { UsageError } from "./usage-error.ts";
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
    .requiredOption("--by <name>", "who decides")
    .option("--deny", "decline it")
    .option("--no-follow", "only record the decision")
    .action((runId: string, id: string | undefined, _options, command: Command) =>
      approve(runId, id, command.optsWithGlobals(), world),
    );
}

async function approve(runId: string, id: string | undefined, options: ApproveOptions, world: World): Promise<void> {
  const { by: requestedBy, deny = false, follow, store } = options;
  await using open = await openExisting(options, world, { withApp: follow });
  const { runtime, terminal, app } = open;
  const tree = await readTree(runtime, runId);
  const request = chooseRequest(tree, id, store);
  await runtime.provideConfirmation({ runId: request.runId, id: request.awaitId, approved: !deny, requestedBy });
  terminal.json({ type: "decided", runId: request.runId, id: request.awaitId, approved: !deny, by: requestedBy });

  const root = await runtime.runs.find(runId);
  if (app !== undefined && root !== undefined && app.agents.includes(root.agentId)) {
    await attendRun({ open, runId, known: tree.positions, signal: world.signal });
    return;
  }
  terminal.line(`${deny ? "declined" : "approved"}: ${request.tool}, by ${requestedBy}`, deny ? "red" : "green");
  terminal.note(`the run goes on where its agent ${root?.agentId} is registered, such as in kigumi runs watch`);
}

function chooseRequest({ rootId, questions }: RunTree, id: string | undefined, store: string) {
  const requests = questions.filter(isRequest);
  const found = id === undefined ? requests : requests.filter(({ awaitId }) => awaitId === id);
  const [request, ...others] = found;
  if (request === undefined) {
    const what = id === undefined ? "no approval" : `no approval with the id ${id}`;
    throw new KigumiError({ code: "not_awaited", message: `run ${rootId} waits for ${what}` });
  }
  if (others.length === 0) return request;
  const choices = found.flatMap((each) => describeQuestion(each, store));
  throw new UsageError(`run ${rootId} waits for more than one approval; say which:\n${choices.join("\n")}`);
}

function isRequest(question: RunTree["questions"][number]): question is EventOf<"await_confirmation"> {
  return question.type === "await_confirmation";
}
