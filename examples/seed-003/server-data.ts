/** Data beside the result, for people and programs and never for a model: by kind, audience and mode. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  AudienceEvidence,
  AudienceInternal,
  BindTo,
  Float64,
  FromMethodResultField,
  Int,
  MapOf,
  Method,
  ModeAlways,
  Payload,
  Required,
  Result,
  Return,
  ServerData,
  ServerDataDefault,
  Service,
  Tool,
  Toolset,
  Type,
  Use,
} from "kigumi/design";

export const TimeSeriesPoint = Type("TimeSeriesPoint", () => {
  Attribute("at", String);
  Attribute("value", Float64);
  Required("at", "value");
});

export const Evidence = Type("Evidence", () => {
  Attribute("source", String);
  Required("source");
});

export const TimeSeriesServerData = Type("TimeSeriesServerData", () => {
  Attribute("data_points", ArrayOf(TimeSeriesPoint), "Full time series data");
  Attribute("unit", String, "Measurement unit");
  Attribute("resolution", String, "Data resolution (e.g., '1m', '5m', '1h')");
  Required("data_points");
});

export const Series = Toolset("series", () => {
  Tool("get_time_series", "Get time series data", () => {
    Args(() => {
      Attribute("device_id", String, "Device identifier");
      Attribute("start_time", String, "Start timestamp (RFC3339)");
      Attribute("end_time", String, "End timestamp (RFC3339)");
      Required("device_id", "start_time", "end_time");
    });
    Return(() => {
      Attribute("summary", String, "Summary for the model");
      Attribute("count", Int, "Number of data points");
      Attribute("min_value", Float64, "Minimum value in range");
      Attribute("max_value", Float64, "Maximum value in range");
      Required("summary", "count");
    });
    ServerData("atlas.time_series", () => {
      Attribute("data_points", ArrayOf(TimeSeriesPoint), "Full time series data");
      Attribute("metadata", MapOf(String, String), "Additional metadata");
      Required("data_points");
    });
    ServerDataDefault("off"); // opt-in: a caller may say server_data: "on"
  });

  Tool("get_metrics", "Get device metrics", () => {
    Args(() => {
      Attribute("device_id", String, "Device identifier");
      Required("device_id");
    });
    Return(() => {
      Attribute("summary", String, "Metrics summary for the model");
      Attribute("point_count", Int, "Number of data points");
      Required("summary", "point_count");
    });
    ServerData("atlas.metrics", TimeSeriesServerData);
  });

  Tool("get_chart", "Get a chart", () => {
    Args(() => {
      Attribute("device_id", String, "Device identifier");
      Required("device_id");
    });
    Return(() => {
      Attribute("summary", String, "Summary for the model");
      Required("summary");
    });
    BindTo("atlas", "chart");
    ServerData("atlas.time_series.chart_points", TimeSeriesServerData, () => {
      AudienceInternal();
      FromMethodResultField("chart_sidecar");
    });
    ServerData("aura.evidence", ArrayOf(Evidence), () => {
      AudienceEvidence();
      ModeAlways();
      FromMethodResultField("evidence");
    });
  });
});

export const atlas = Service("atlas", () => {
  Method("chart", () => {
    Payload(() => {
      Attribute("device_id", String);
      Required("device_id");
    });
    Result(() => {
      Attribute("summary", String);
      Attribute("chart_sidecar", TimeSeriesServerData);
      Attribute("evidence", ArrayOf(Evidence));
      Required("summary");
    });
  });
  Agent("chat", "Conversational runner", () => {
    Use(Series);
  });
});
