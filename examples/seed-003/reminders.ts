/** What a model is told after each result of a tool; several in one turn become one message. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  Float64,
  Required,
  ResultReminder,
  Return,
  Service,
  Tool,
  Toolset,
  Type,
  Use,
} from "kigumi/design";

export const DataPoint = Type("DataPoint", () => {
  Attribute("at", String);
  Attribute("value", Float64);
});

export const Monitoring = Toolset("monitoring", () => {
  Tool("get_time_series", "Get time series data", () => {
    Args(() => {
      Attribute("device_id", String, "Device identifier");
      Attribute("start_time", String, "Start timestamp");
      Attribute("end_time", String, "End timestamp");
      Required("device_id", "start_time", "end_time");
    });
    Return(() => {
      Attribute("series", ArrayOf(DataPoint), "Time series data points");
      Attribute("summary", String, "Summary for the model");
      Required("series", "summary");
    });
    ResultReminder("The user sees a rendered graph of this data in the UI.");
  });

  Tool("get_metrics", "Get device metrics", () => {
    Return(() => {
      Attribute("metrics", ArrayOf(Float64));
    });
    ResultReminder("Metrics are displayed as a dashboard widget.");
  });

  Tool("get_alerts", "Get active alerts", () => {
    Return(() => {
      Attribute("alerts", ArrayOf(String));
    });
    ResultReminder("Alerts are shown in a priority-sorted list with severity indicators.");
  });
});

export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    Use(Monitoring);
  });
});
