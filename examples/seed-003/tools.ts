/** Tools: titles, hints and tags, arguments with limits, and types that are declared once and used by name. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  CallHintTemplate,
  Default,
  Int,
  Maximum,
  Minimum,
  Required,
  ResultHintTemplate,
  Return,
  Service,
  Tags,
  Title,
  Tool,
  Toolset,
  Type,
  Use,
} from "kigumi/design";

export const Docs = Toolset("docs", () => {
  Tool("search", "Search indexed documentation", () => {
    Title("Document Search");
    Args(() => {
      Attribute("query", String, "Search phrase");
      Attribute("limit", Int, "Max results", () => Default(5));
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String), "Matched snippets");
      Required("documents");
    });
    CallHintTemplate("Searching for: {{ .Query }}");
    ResultHintTemplate("Found {{ len .Documents }} documents");
    Tags("docs", "search");
  });

  Tool("search_some", "Search documentation", () => {
    Args(() => {
      Attribute("query", String, "Search phrase");
      Attribute("limit", Int, "Max results", () => {
        Default(5);
        Minimum(1);
        Maximum(100);
      });
      Required("query");
    });
    Return(() => {
      Attribute("documents", ArrayOf(String), "Matched snippets");
      Attribute("count", Int, "Number of results");
      Required("documents", "count");
    });
  });

  Tool("web_search", "Search the web", () => {
    Title("Web Search");
    Args(() => {
      Attribute("query", String);
    });
  });
});

export const SearchParams = Type("SearchParams", () => {
  Attribute("query", String);
  Attribute("limit", Int);
  Required("query");
});

export const Reuse = Toolset("reuse", () => {
  Tool("search", "Search documents", () => {
    Args(SearchParams);
    Return(() => {
      Attribute("results", ArrayOf(String));
    });
  });
});

export const Files = Toolset("files", () => {
  Tool("delete_file", "Delete a file", () => {
    Args(() => {
      Attribute("path", String);
      Required("path");
    });
    Tags("filesystem", "write", "destructive");
  });
});

export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    Use(Docs);
    Use(Reuse);
    Use(Files);
  });
});
