/** Asks once, before anything runs, for everything that an agent of a design needs and was not given. */
import { KigumiError } from "../../errors/kigumi-error.ts";

/** `given`: by what it is called in the configuration; undefined where it is missing. */
export function requireConfig(agentId: string, given: Readonly<Record<string, unknown>>): void {
  const missing = Object.keys(given).filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  throw new KigumiError({
    code: "incomplete_config",
    message: `the configuration of agent "${agentId}" lacks ${missing.join(", ")}`,
    data: { agent: agentId, missing },
  });
}
