/** The seed's quick start, line by line. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  Default,
  DefaultCaps,
  Description,
  Export,
  Int,
  MaxConsecutiveFailedToolCalls,
  MaxToolCalls,
  MCPToolset,
  Required,
  Return,
  RunPolicy,
  Service,
  Tags,
  TimeBudget,
  Tool,
  Toolset,
  Use,
} from "../../../src/design/index.ts";

export const DocsToolset = Toolset("docs.search", () => {
  Tool("search", "Search indexed documentation", () => {
    Args(() => {
      Attribute("query", String, "Search phrase");
      Attribute("limit", Int, "Max results", () => {
        Default(5);
      });
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String), "Matched snippets");
      Required("documents");
    });
    Tags("docs", "search");
  });
});

export const AssistantSuite = MCPToolset("assistant", "assistant-mcp");

export const orchestrator = Service("orchestrator", () => {
  Description("Human front door for the knowledge agent.");

  Agent("chat", "Conversational runner", () => {
    Use(DocsToolset);
    Use(AssistantSuite);
    Export("chat.tools", () => {
      Tool("summarize_status", "Produce operator-ready summaries", () => {
        Args(() => {
          Attribute("prompt", String, "User instructions");
          Required("prompt");
        });
        Return(() => {
          Attribute("summary", String, "Assistant response");
          Required("summary");
        });
        Tags("chat");
      });
    });
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
      TimeBudget("2m");
    });
  });
});
