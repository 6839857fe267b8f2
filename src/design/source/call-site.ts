/**
 * Where in the user's source a call of the DSL stands. Taken at every call, so taking it is cheap; the text of the
 * stack is only made and read when somebody asks for the position.
 */
import { type SourcePosition, unknownPosition, userPosition } from "./source-position.ts";

/** The user's frame is the first but for those of the engine, as when a function is handed to `forEach`. */
const mostFrames = 3;

export class CallSite {
  /** Set by the engine: the frames below the DSL function, the user's call first. */
  declare readonly stack: string;

  /** `called`: the function of the DSL that the user wrote; whatever it calls itself is left out. */
  constructor(called: (...args: never[]) => unknown) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = mostFrames;
    Error.captureStackTrace(this, called);
    Error.stackTraceLimit = stackTraceLimit;
  }

  get position(): SourcePosition {
    return userPosition(this.stack) ?? unknownPosition;
  }
}
