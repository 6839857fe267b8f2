/** A process of its own: governs a query that stops for an approval, says which session it was, and ends. */
import { createRuntime } from "../../runtime/runtime.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { governClaude } from "../govern/govern-claude.ts";
import { runGoverned } from "./run-governed.ts";

const [, , store = ""] = process.argv;
const restart = defineTool({
  name: "ops.restart",
  description: "Restarts a device",
  input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  confirmation: { title: "Restart?", promptTemplate: "Restart {{.id}}?" },
  execute: () => {
    throw new Error("nobody has allowed this");
  },
});

await using runtime = createRuntime({ store });
const governed = await governClaude({ tools: [restart], approvals: { runtime } });
// This process was started with the endpoint's environment.
const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
const result = await runGoverned({ env }, governed, { prompt: "Go." });
process.stdout.write(JSON.stringify({ sessionId: governed.sessionId, terminalReason: result?.terminal_reason }));
