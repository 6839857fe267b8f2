/** Where a provider may cache the prompt: after the system messages, after the tools. */
import {
  AfterSystem,
  AfterTools,
  Agent,
  Cache,
  DefaultCaps,
  MaxToolCalls,
  RunPolicy,
  Service,
  TimeBudget,
  Tool,
  Toolset,
  Use,
} from "kigumi/design";

export const DocsToolset = Toolset("docs", () => {
  Tool("read", "Read a page");
});

export const SearchToolset = Toolset("search", () => {
  Tool("find", "Find a page");
});

export const desk = Service("desk", () => {
  Agent("assistant", "Conversational assistant", () => {
    Use(DocsToolset);
    Use(SearchToolset);
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(10));
      TimeBudget("5m");
      Cache(() => {
        AfterSystem(); // cache the system prompt
        AfterTools(); // cache tool definitions (Claude only)
      });
    });
  });
});
