/** What an agent may call: a whole toolset, some of its tools, an MCP server, tools of its own, another agent. */
import {
  Agent,
  AgentToolset,
  Args,
  Attribute,
  Export,
  MCPToolset,
  Required,
  Return,
  Service,
  Tool,
  Toolset,
  Use,
} from "kigumi/design";

export const DocsToolset = Toolset("docs", () => {
  Tool("search", "Search indexed documentation");
});

export const CommonTools = Toolset("common", () => {
  Tool("notify", "Notify somebody", () => {
    Args(() => {
      Attribute("text", String);
      Required("text");
    });
  });
  Tool("escalate", "Wake somebody up");
});

export const desk = Service("service", () => {
  Agent("chat", "Conversational runner", () => {
    // Reference a top-level toolset
    Use(DocsToolset);

    // Reference with subsetting
    Use(CommonTools, () => {
      Tool("notify"); // consume only this tool from CommonTools
    });

    // Reference an MCP toolset
    Use(MCPToolset("assistant", "assistant-mcp"));

    // Inline agent-local toolset definition
    Use("helpers", () => {
      Tool("answer", "Answer a question", () => {
        Args(() => {
          Attribute("question", String);
          Required("question");
        });
        Return(() => {
          Attribute("answer", String);
        });
      });
    });

    // Agent-as-tool composition
    Use(AgentToolset("service", "agent", "toolset"));
  });

  Agent("agent", "Answers for the toolset", () => {
    Export("toolset", () => {
      Tool("ask", "Ask the agent", () => {
        Args(() => {
          Attribute("question", String);
          Required("question");
        });
      });
    });
  });
});
