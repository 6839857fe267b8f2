/** What approvals and prompts are bound by: the same text, the same hash, in every process. */
import { createHash } from "node:crypto";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
