/** Tools that service methods do the work of, also where the two have different shapes. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  BindTo,
  Int,
  Method,
  Payload,
  Required,
  Result,
  Return,
  Service,
  Tool,
  Type,
  Use,
} from "kigumi/design";

export const SearchPayload = Type("SearchPayload", () => {
  Attribute("query", String);
  Required("query");
});

export const SearchResult = Type("SearchResult", () => {
  Attribute("documents", ArrayOf(String));
  Attribute("took_ms", Int);
  Required("documents");
});

export const orchestrator = Service("orchestrator", () => {
  Method("Search", () => {
    Payload(SearchPayload);
    Result(SearchResult);
  });

  Agent("chat", () => {
    Use("docs", () => {
      Tool("search", "Search documentation", () => {
        Args(SearchPayload);
        Return(SearchResult);
        BindTo("Search"); // binds to method on same service
      });
      Tool("find", "Search documentation, and say less", () => {
        Args(() => {
          Attribute("query", String);
          Attribute("reason", String, "Why; the method has no use for it");
          Required("query");
        });
        Return(() => {
          Attribute("documents", ArrayOf(String));
        });
        BindTo("orchestrator", "search");
      });
    });
  });
});
