/** Shows a run while it goes on: text as it is written, calls and their results, and what is being waited for. */
import type { EventOf, RunEvent } from "../run/event.ts";
import type { PlanDelta } from "../run/plan.ts";
import { describeEvent } from "./describe-event.ts";
import type { RunTree } from "./run-tree.ts";
import type { Terminal } from "./terminal.ts";

export class RunPrinter {
  readonly #terminal: Terminal;
  #runId: string | undefined;
  /** Text of the turn in progress that is on the screen already. */
  #streamed = "";
  #lastText = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** From now on what this run says is shown as it says it. Saying so again changes nothing: it may have begun to speak. */
  attend(runId: string): void {
    if (runId === this.#runId) return;
    this.#runId = runId;
    this.#streamed = "";
    this.#lastText = "";
    this.#terminal.progress("thinking");
  }

  delta(runId: string, delta: PlanDelta): void {
    if (runId !== this.#runId) return;
    this.#terminal.json({ ...delta, runId });
    if (delta.type !== "assistant_text_delta") return;
    this.#terminal.stream(delta.delta);
    this.#streamed += delta.delta;
  }

  event(event: RunEvent, tree: RunTree): void {
    this.#terminal.json(event);
    if (event.runId === tree.rootId && event.type === "assistant_turn_committed") this.#turn(event);
    else if (event.runId === tree.rootId && event.type === "assistant_message") this.#say(event.text);
    else this.#describe(event, tree.depth(event.runId));
    this.#terminal.progress(tree.activity);
  }

  #turn({ content }: EventOf<"assistant_turn_committed">): void {
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    if (this.#streamed === "") this.#say(text);
    else {
      this.#terminal.endLine();
      this.#lastText = text;
    }
    this.#streamed = "";
  }

  /** A turn and the message it ends in often say the same. */
  #say(text: string): void {
    if (text.trim() === "" || text === this.#lastText) return;
    this.#terminal.line(text);
    this.#lastText = text;
  }

  #describe(event: RunEvent, depth: number): void {
    // A result that is logged after the answer to it was streamed is old news, unless it failed or has a chart.
    const isOldNews = this.#streamed !== "" && event.type === "tool_result_received";
    for (const { text, style, isDetail } of describeEvent(event)) {
      if (isOldNews && isDetail) continue;
      this.#terminal.line("  ".repeat(depth) + text, style);
    }
  }
}
