/** An argument that no model sees or sets: the runtime fills it in. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  BindTo,
  Inject,
  Method,
  Payload,
  Required,
  Result,
  Return,
  Service,
  Tool,
  Toolset,
  Use,
} from "kigumi/design";

export const Data = Toolset("data", () => {
  Tool("get_data", "Get data for current session", () => {
    Args(() => {
      Attribute("session_id", String, "Current session ID");
      Attribute("query", String, "Data query");
      Required("session_id", "query");
    });
    Return(() => {
      Attribute("data", ArrayOf(String));
    });
    BindTo("data_service", "get");
    Inject("session_id"); // hidden from LLM, populated by interceptor
  });
});

export const dataService = Service("data_service", () => {
  Method("get", () => {
    Payload(() => {
      Attribute("session_id", String);
      Attribute("query", String);
      Required("session_id", "query");
    });
    Result(() => {
      Attribute("data", ArrayOf(String));
    });
  });
  Agent("chat", () => {
    Use(Data);
  });
});
