/** Lines that people see while a call runs and when it is done: templates over the arguments and the result. */
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  CallHintTemplate,
  Default,
  Enum,
  Float64,
  Int,
  MapOf,
  Required,
  ResultHintTemplate,
  Return,
  Service,
  Tool,
  Toolset,
  Type,
  Use,
} from "kigumi/design";

export const Item = Type("Item", () => {
  Attribute("name", String);
});

export const Hinted = Toolset("hinted", () => {
  Tool("search", "Search documents", () => {
    Args(() => {
      Attribute("query", String, "Search phrase");
      Attribute("limit", Int, "Maximum results", () => Default(10));
      Required("query");
    });
    Return(() => {
      Attribute("count", Int, "Number of results found");
      Attribute("results", ArrayOf(String), "Matching documents");
      Required("count", "results");
    });
    CallHintTemplate("Searching for: {{ .Query }}");
    ResultHintTemplate("Found {{ .Count }} results");
  });

  Tool("get_device_status", "Get device status", () => {
    Args(() => {
      Attribute("device_id", String, "Device identifier"); // JSON: device_id
      Attribute("include_metrics", Boolean, "Include metrics"); // JSON: include_metrics
      Required("device_id");
    });
    Return(() => {
      Attribute("device_name", String, "Device name"); // JSON: device_name
      Attribute("is_online", Boolean, "Online status"); // JSON: is_online
      Attribute("last_seen", String, "Last seen timestamp"); // JSON: last_seen
      Required("device_name", "is_online");
    });
    // Use Go field names (PascalCase), not JSON keys
    CallHintTemplate("Checking status of {{ .DeviceID }}");
    ResultHintTemplate("{{ .DeviceName }}: {{ if .IsOnline }}online{{ else }}offline{{ end }}");
  });

  Tool("list_items", "List items with optional filter", () => {
    Args(() => {
      Attribute("category", String, "Optional category filter");
      Attribute("limit", Int, "Maximum items", () => Default(50));
    });
    Return(() => {
      Attribute("items", ArrayOf(Item), "Matching items");
      Attribute("total", Int, "Total count");
      Attribute("truncated", Boolean, "Results were truncated");
      Required("items", "total");
    });
    CallHintTemplate("Listing items{{ with .Category }} in {{ . }}{{ end }}");
    ResultHintTemplate("{{ .Total }} items{{ if .Truncated }} (truncated){{ end }}");
  });

  Tool("analyze_data", "Analyze dataset", () => {
    Args(() => {
      Attribute("dataset_id", String, "Dataset identifier");
      Attribute("analysis_type", String, "Type of analysis", () => {
        Enum("summary", "detailed", "comparison");
      });
      Attribute("filters", ArrayOf(String), "Optional filters");
      Required("dataset_id", "analysis_type");
    });
    Return(() => {
      Attribute("insights", ArrayOf(String), "Analysis insights");
      Attribute("metrics", MapOf(String, Float64), "Computed metrics");
      Attribute("processing_time_ms", Int, "Processing time in milliseconds");
      Required("insights", "processing_time_ms");
    });
    CallHintTemplate("Analyzing {{ .DatasetID }} ({{ .AnalysisType }})");
    ResultHintTemplate("{{ count .Insights }} insights in {{ .ProcessingTimeMs }}ms");
  });

  Tool("label", "Shows the functions of templates", () => {
    Args(() => {
      Attribute("query", String);
      Attribute("tags", ArrayOf(String));
      Required("query", "tags");
    });
    Return(() => {
      Attribute("results", ArrayOf(String));
      Required("results");
    });
    CallHintTemplate('{{ join .Tags ", " }}: {{ truncate .Query 20 }}');
    ResultHintTemplate("{{ count .Results }} items");
  });
});

export const desk = Service("desk", () => {
  Agent("chat", "Conversational runner", () => {
    Use(Hinted);
  });
});
