/** An agent: what it uses, what it exports, and the limits of its runs. */
import {
  Agent,
  Args,
  Attribute,
  DefaultCaps,
  Export,
  MaxToolCalls,
  Required,
  RunPolicy,
  Service,
  TimeBudget,
  Tool,
  Toolset,
  Use,
} from "kigumi/design";

export const DocsToolset = Toolset("docs", () => {
  Tool("search", "Search indexed documentation");
});

export const orchestrator = Service("orchestrator", () => {
  Agent("chat", "Conversational runner", () => {
    Use(DocsToolset);
    Export("chat.tools", () => {
      // tools defined here
      Tool("ask", "Ask the agent", () => {
        Args(() => {
          Attribute("question", String);
          Required("question");
        });
      });
    });
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8));
      TimeBudget("2m");
    });
  });
});
