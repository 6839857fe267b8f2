/**
 * What a scripted endpoint answers, step by step: one step for each request, in order, or one function for all of them.
 * A request beyond the script is refused with a text that says so, and `assertComplete` fails for too many or too few.
 */
import { KigumiError } from "../errors/kigumi-error.ts";

/** The signal fires when the client hangs up. */
export type Responder<Request, Answer> = (request: Request, signal: AbortSignal) => Answer | Promise<Answer>;

/** One step, or a function that looks at the request and gives one. */
export type Step<Request, Answer> = Answer | Responder<Request, Answer>;

export interface EndpointOptions<Request, Answer> {
  /** One step for each request, in order; or a function that answers all of them. */
  readonly script: readonly Step<Request, Answer>[] | Responder<Request, Answer>;
}

export interface ScriptedEndpoint<Request> extends AsyncDisposable {
  /** What the client is given as the API's base URL. */
  readonly url: string;
  /** Every request to a model so far, in order. */
  readonly requests: readonly Request[];
  /** Throws when steps are left over, or when more was asked than the script has. */
  assertComplete(): void;
}

/** An answer with an HTTP error status, in the API's envelope. */
export interface FailedAnswer {
  readonly status: number;
  /** Default: the type that the API uses for this status. */
  readonly type?: string;
  readonly message?: string;
  /** Such as `{ "retry-after": "0" }`. Default `{ "x-should-retry": "false" }`: a test waits for no back-off. */
  readonly headers?: Readonly<Record<string, string>>;
}

export class EndpointScript<Request, Answer> {
  readonly requests: Request[] = [];
  readonly #script: EndpointOptions<Request, Answer>["script"];

  constructor({ script }: EndpointOptions<Request, Answer>) {
    this.#script = script;
  }

  async answerTo(request: Request, signal: AbortSignal): Promise<Answer | FailedAnswer> {
    const script = this.#script;
    const step = typeof script === "function" ? script : script[this.requests.length];
    this.requests.push(request);
    if (step === undefined) return { status: 400, message: scriptIsOver(this.requests.length - 1) };
    return isResponder(step) ? step(request, signal) : step;
  }

  assertComplete(): void {
    const asked = this.requests.length;
    if (typeof this.#script === "function" || asked === this.#script.length) return;
    const steps = this.#script.length;
    const message =
      asked > steps ? scriptIsOver(steps) : `the script has ${steps} steps and the endpoint was asked ${asked} times`;
    throw new KigumiError({ code: "script_incomplete", message, data: { asked } });
  }
}

function isResponder<Request, Answer>(step: Step<Request, Answer>): step is Responder<Request, Answer> {
  return typeof step === "function";
}

function scriptIsOver(steps: number): string {
  return `the script is over after ${steps} steps, and the endpoint was asked once more; add a step, or let the last one end the turn`;
}
