/**
 * What a scripted endpoint answers, step by step: one step for each request, in order, or one function for all of them.
 * A request beyond the script is refused with a text that says so, and `assertComplete` fails for too many or too few.
 */
import { KigumiError } from "../errors/kigumi-error.ts";

/** The signal fires when the client hangs up. */
export type Responder<Request, Answer> = (request: Request, signal: AbortSignal) => Answer | Promise<Answer>;

export type Script<Request, Answer> = readonly (Answer | Responder<Request, Answer>)[] | Responder<Request, Answer>;

interface Refusal {
  readonly status: number;
  readonly message: string;
}

export class EndpointScript<Request, Answer> {
  readonly requests: Request[] = [];
  readonly #script: Script<Request, Answer>;

  constructor(script: Script<Request, Answer>) {
    this.#script = script;
  }

  async answerTo(request: Request, signal: AbortSignal): Promise<Answer | Refusal> {
    const script = this.#script;
    const step = typeof script === "function" ? script : script[this.requests.length];
    this.requests.push(request);
    if (step === undefined) return { status: 400, message: scriptIsOver(this.requests.length - 1) };
    return isResponder(step) ? step(request, signal) : step;
  }

  /** Throws when steps are left over, or when more was asked than the script has. */
  assertComplete(): void {
    const asked = this.requests.length;
    if (typeof this.#script === "function" || asked === this.#script.length) return;
    const steps = this.#script.length;
    const message =
      asked > steps ? scriptIsOver(steps) : `the script has ${steps} steps and the endpoint was asked ${asked} times`;
    throw new KigumiError({ code: "script_incomplete", message, data: { asked } });
  }
}

function isResponder<Request, Answer>(step: Answer | Responder<Request, Answer>): step is Responder<Request, Answer> {
  return typeof step === "function";
}

function scriptIsOver(steps: number): string {
  return `the script is over after ${steps} steps, and the endpoint was asked once more; add a step, or let the last one end the turn`;
}
