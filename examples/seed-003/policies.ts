/** The limits of runs: caps, budgets of time, and what happens when an argument is missing. */
import {
  Agent,
  Budget,
  Compress,
  DefaultCaps,
  History,
  InterruptsAllowed,
  KeepRecentTurns,
  MaxConsecutiveFailedToolCalls,
  MaxToolCalls,
  OnMissingFields,
  Plan,
  RunPolicy,
  Service,
  TimeBudget,
  Timing,
  Tool,
  Tools,
  Toolset,
  Use,
} from "kigumi/design";

export const DataToolset = Toolset("data", () => {
  Tool("load", "Load a dataset");
});

export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
      TimeBudget("2m");
      InterruptsAllowed(true);
      OnMissingFields("await_clarification");

      History(() => {
        KeepRecentTurns(20);
      });
    });
  });

  Agent("capped", () => {
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
    });
  });

  Agent("brief", () => {
    RunPolicy(() => {
      TimeBudget("2m"); // 2 minutes
    });
  });

  Agent("timed", () => {
    RunPolicy(() => {
      Timing(() => {
        Budget("10m"); // overall wall-clock budget for the entire run
        Plan("45s"); // timeout for Plan/Resume activities (LLM inference)
        Tools("2m"); // default timeout for ExecuteTool activities
      });
    });
  });

  Agent("data-processor", "Processes large datasets", () => {
    Use(DataToolset);
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(20));
      Timing(() => {
        Budget("30m"); // long-running data jobs
        Plan("1m"); // LLM decisions should be quick
        Tools("5m"); // data operations may take time
      });
    });
  });

  Agent("interruptible", () => {
    RunPolicy(() => {
      // Enable pause/resume capability
      InterruptsAllowed(true);

      // Automatically pause when required tool arguments are missing
      OnMissingFields("await_clarification");
    });
  });

  Agent("complete", "Conversational runner", () => {
    RunPolicy(() => {
      DefaultCaps(MaxToolCalls(8), MaxConsecutiveFailedToolCalls(3));
      Timing(() => {
        Budget("5m");
        Plan("30s");
        Tools("1m");
      });
      InterruptsAllowed(true);
      OnMissingFields("await_clarification");
      History(() => {
        Compress(30, 10);
      });
    });
  });
});
