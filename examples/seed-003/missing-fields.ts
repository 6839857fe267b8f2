/** What becomes of a call that lacks a required argument, by the word the run policy has for it. */
import {
  Agent,
  Args,
  Attribute,
  InterruptsAllowed,
  OnMissingFields,
  Required,
  RunPolicy,
  Service,
  Tool,
  Toolset,
  Use,
} from "kigumi/design";

export const Tickets = Toolset("tickets", () => {
  Tool("open", "Open a ticket", () => {
    Args(() => {
      Attribute("title", String, "What it is about");
      Required("title");
    });
  });
});

export const desk = Service("desk", () => {
  Agent("finalize", () => {
    Use(Tickets);
    RunPolicy(() => OnMissingFields("finalize"));
  });
  Agent("ask", () => {
    Use(Tickets);
    RunPolicy(() => {
      InterruptsAllowed(true);
      OnMissingFields("await_clarification");
    });
  });
  Agent("resume", () => {
    Use(Tickets);
    RunPolicy(() => OnMissingFields("resume"));
  });
  Agent("planner", () => {
    Use(Tickets);
    RunPolicy(() => OnMissingFields(""));
  });
});
