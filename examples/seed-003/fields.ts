/** Fields by name (`Attribute`), and with stable numbers for gRPC (`Field`): models and tools see the same of both. */
import { Agent, Args, Attribute, Default, Field, Int, Required, Service, Tool, Toolset, Use } from "kigumi/design";

export const Attributes = Toolset("attributes", () => {
  Tool("search", "Search by name", () => {
    Args(() => {
      Attribute("query", String, "Search query");
      Attribute("limit", Int, "Maximum results", () => {
        Default(10);
      });
      Required("query");
    });
  });
});

export const Fields = Toolset("fields", () => {
  Tool("search", "Search by number", () => {
    Args(() => {
      Field(1, "query", String, "Search query");
      Field(2, "limit", Int, "Maximum results", () => {
        Default(10);
      });
      Required("query");
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use(Attributes);
    Use(Fields);
  });
});
