/** An API whose generated code comes without `AGENTS_QUICKSTART.md`. */
import { Agent, API, DisableAgentDocs, Service } from "kigumi/design";

export const api = API("orchestrator", () => {
  DisableAgentDocs();
});

export const orchestrator = Service("orchestrator", () => {
  Agent("chat", "Conversational runner");
});
