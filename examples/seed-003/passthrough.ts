/** An exported tool that goes straight to a service method: no planner, no model, no run in between. */
import {
  Agent,
  AgentToolset,
  Args,
  Attribute,
  Export,
  Method,
  Passthrough,
  Payload,
  Required,
  Result,
  Return,
  Service,
  Tool,
  Use,
} from "kigumi/design";

export const LoggingService = Service("LoggingService", () => {
  Method("LogMessage", () => {
    Payload(() => {
      Attribute("message", String);
      Required("message");
    });
    Result(() => {
      Attribute("logged", Boolean);
    });
  });
});

export const desk = Service("desk", () => {
  Agent("logger", "Keeps the log", () => {
    Export("logging-tools", () => {
      Tool("log_message", "Log a message", () => {
        Args(() => {
          Attribute("message", String, "Message to log");
          Required("message");
        });
        Return(() => {
          Attribute("logged", Boolean, "Whether the message was logged");
        });
        Passthrough("log_message", "LoggingService", "LogMessage");
      });
    });
  });
  Agent("chat", "Conversational runner", () => {
    Use(AgentToolset("desk", "logger", "logging-tools"));
  });
});
