/** The arguments of a bound tool as its method takes them: with the method's own defaults, and as strict as it is. */
import { ToolInputError } from "../../tool/tool-error.ts";
import type { Codec } from "./codec.ts";

/** What the method does not take is told to the caller of the tool as wrong arguments are. */
export function methodPayload<Payload>(
  toolId: string,
  codec: Pick<Codec<Payload>, "tryDecode">,
  payload: unknown,
): Payload {
  const decoded = codec.tryDecode(payload);
  if (decoded.issues !== undefined) throw new ToolInputError(toolId, decoded.issues);
  return decoded.value;
}
