/**
 * Where in the user's source a call of the DSL stands. Taken at every call, so taking it is cheap; the text of the
 * stack is only made and read when somebody asks for the position.
 */
import { type SourcePosition, unknownPosition, userPosition } from "./source-position.ts";

export class CallSite {
  /** Set by the engine: the frames below the DSL function, the user's call first. */
  declare readonly stack: string;

  /** `called`: the function of the DSL that the user wrote; whatever it calls itself is left out. */
  constructor(called: (...args: never[]) => unknown) {
    Error.captureStackTrace(this, called);
  }

  get position(): SourcePosition {
    return userPosition(this.stack) ?? unknownPosition;
  }
}
