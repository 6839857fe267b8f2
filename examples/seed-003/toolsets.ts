/** Toolsets at the top level, with descriptions, for any agent to use. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  Description,
  Required,
  Return,
  Service,
  Tool,
  Toolset,
  Use,
} from "kigumi/design";

export const DocsToolset = Toolset("docs.search", () => {
  Description("Tools for searching documentation");
  Tool("search", "Search indexed documentation", () => {
    Args(() => {
      Attribute("query", String, "Search phrase");
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String), "Matched snippets");
      Required("documents");
    });
  });
});

export const DataToolset = Toolset("data-tools", () => {
  Description("Tools for data processing and analysis");
  Tool("analyze", "Analyze dataset", () => {
    Args(() => {
      Attribute("dataset_id", String, "Dataset identifier");
      Required("dataset_id");
    });
    Return(() => {
      Attribute("insights", ArrayOf(String), "Analysis insights");
      Required("insights");
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    Use(DocsToolset);
    Use(DataToolset);
  });
});
