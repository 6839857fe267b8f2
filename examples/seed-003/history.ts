/** How much of a conversation a planner sees: the last turns, or a summary of the older ones. */
import { Agent, Compress, History, KeepRecentTurns, RunPolicy, Service } from "kigumi/design";

export const desk = Service("desk", () => {
  Agent("window", () => {
    RunPolicy(() => {
      History(() => {
        KeepRecentTurns(20); // Keep the last 20 user/assistant turns
      });
    });
  });
  Agent("summary", () => {
    RunPolicy(() => {
      History(() => {
        // When at least 30 turns exist, summarize older turns
        // and keep the most recent 10 in full fidelity
        Compress(30, 10);
      });
    });
  });
});
