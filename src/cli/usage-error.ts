/** The command was asked for in a way that cannot be: exit code 2, where a command that failed has 1. */
import { KigumiError } from "../errors/kigumi-error.ts";

export class UsageError extends KigumiError {
  constructor(message: string) {
    super({ code: "usage", message });
  }
}
