import { expect, test } from "vitest";
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  AudienceEvidence,
  AudienceInternal,
  BindTo,
  BoundedResult,
  Confirmation,
  Cursor,
  Default,
  DeniedResultTemplate,
  Description,
  Enum,
  evaluate,
  Float64,
  FromMethodResultField,
  Int,
  MapOf,
  Maximum,
  Method,
  ModeAlways,
  NextCursor,
  PromptTemplate,
  Required,
  Result,
  Return,
  ServerData,
  ServerDataDefault,
  Service,
  Title,
  Tool,
  type ToolModel,
  Toolset,
  Type,
  Use,
} from "../index.ts";

const Device = Type("Device", () => Attribute("name", String));

/** The tool of a toolset that an agent uses, with a service for it to be bound to. */
function toolOf(block: () => void): ToolModel {
  const tools = Toolset("tools", () => Tool("run", "Run", block));
  const DeviceService = Service("DeviceService", () => {
    Method("ListDevices", () =>
      Result(() => {
        Attribute("devices", ArrayOf(Device));
        Attribute("chart_sidecar", ArrayOf(Float64));
        Attribute("evidence", ArrayOf(String));
      }),
    );
  });
  const desk = Service("desk", () => Agent("chat", () => Use(tools)));
  const [tool] = evaluate({ desk, DeviceService }).toolsets.flatMap((toolset) => toolset.tools);
  if (tool === undefined) throw new Error("no tool");
  return tool;
}

test("server data has a schema, an audience, a mode and a source, in any combination", () => {
  const tool = toolOf(() => {
    BindTo("DeviceService", "ListDevices");
    ServerData("atlas.time_series", () => {
      Attribute("data_points", ArrayOf(Float64), "Full time series data");
      Attribute("metadata", MapOf(String, String), "Additional metadata");
      Required("data_points");
    });
    ServerData("atlas.time_series.chart_points", ArrayOf(Float64), "A chart", () => {
      AudienceInternal();
      FromMethodResultField("chart_sidecar");
    });
    ServerData("aura.evidence", ArrayOf(String), () => {
      Description("What it rests on");
      AudienceEvidence();
      ModeAlways();
      FromMethodResultField("evidence");
    });
    ServerDataDefault("off");
  });
  expect(tool.serverDataDefault).toBe("off");
  expect(tool.serverData).toEqual([
    {
      kind: "atlas.time_series",
      audience: "timeline",
      mode: "auto",
      name: "RunAtlasTimeSeriesServerData",
      schema: {
        type: "object",
        properties: {
          data_points: {
            type: "array",
            items: { type: "number", format: "double" },
            description: "Full time series data",
          },
          metadata: { type: "object", additionalProperties: { type: "string" }, description: "Additional metadata" },
        },
        required: ["data_points"],
        additionalProperties: false,
      },
    },
    {
      kind: "atlas.time_series.chart_points",
      audience: "internal",
      mode: "auto",
      description: "A chart",
      name: "RunAtlasTimeSeriesChartPointsServerData",
      schema: { type: "array", items: { type: "number", format: "double" } },
      fromMethodResultField: "chart_sidecar",
    },
    {
      kind: "aura.evidence",
      audience: "evidence",
      mode: "always",
      description: "What it rests on",
      name: "RunAuraEvidenceServerData",
      schema: { type: "array", items: { type: "string" } },
      fromMethodResultField: "evidence",
    },
  ]);
});

test("ServerDataDefault is read whatever its case", () => {
  const tool = toolOf(() => {
    ServerData("k", String);
    ServerDataDefault(" ON " as "on");
  });
  expect(tool.serverDataDefault).toBe("on");
});

test("a bounded result that declares its fields is left as it is", () => {
  const tool = toolOf(() => {
    Args(() => {
      Attribute("site_id", String, "Site identifier");
      Attribute("status", String, "Filter by status", () => {
        Enum("online", "offline", "unknown");
      });
      Attribute("limit", Int, "Maximum results", () => {
        Default(50);
        Maximum(500);
      });
      Required("site_id");
    });
    Return(() => {
      Attribute("devices", ArrayOf(Device), "Matching devices");
      Attribute("returned", Int, "Count of returned devices");
      Attribute("total", Int, "Total matching devices");
      Attribute("truncated", Boolean, "Results were capped");
      Attribute("refinement_hint", String, "How to narrow results");
      Required("devices", "returned", "truncated");
    });
    BoundedResult();
    BindTo("DeviceService", "ListDevices");
  });
  expect(tool.bounds).toEqual({});
  expect(tool.result?.name).toBe("RunResult");
  expect(tool.result?.schema.required).toEqual(["devices", "returned", "truncated"]);
  expect(tool.result?.schema.properties?.returned).toMatchObject({ description: "Count of returned devices" });
});

test("fields that a bounded result does not declare are added, to a type of its own", () => {
  const Devices = Type("Devices", () => {
    Attribute("devices", ArrayOf(Device));
    Attribute("returned", Int);
    Attribute("total", Int);
    Attribute("truncated", Boolean);
    Required("devices", "returned", "truncated");
  });
  const tool = toolOf(() => {
    Return(Devices);
    BoundedResult();
  });
  expect(tool.result?.name).toBe("DevicesRunResult");
  const { properties = {}, required, additionalProperties } = tool.result?.schema ?? {};
  expect(Object.keys(properties)).toEqual(["devices", "returned", "total", "truncated", "refinement_hint"]);
  expect(properties.devices).toEqual({ type: "array", items: { $ref: "#/$defs/Device" } });
  expect(required).toEqual(["devices", "returned", "truncated"]);
  expect(additionalProperties).toBe(false);

  const none = toolOf(() => {
    Return(() => Attribute("devices", ArrayOf(Device)));
    BoundedResult();
  });
  expect(none.result?.schema.required).toEqual(["returned", "truncated"]);
});

test("BoundedResult and Return may come in any order, and paging names both cursors", () => {
  const tool = toolOf(() => {
    BoundedResult(() => {
      Cursor("cursor");
      NextCursor("next_cursor");
    });
    Return(() => {
      Attribute("items", ArrayOf(String));
      Attribute("next_cursor", String);
    });
    Args(() => Attribute("cursor", String));
  });
  expect(tool.bounds).toEqual({ cursor: "cursor", nextCursor: "next_cursor" });
});

test("a confirmation carries its title and templates; the denied result may leave out optional arguments", () => {
  const tool = toolOf(() => {
    Args(() => {
      Attribute("key", String);
      Attribute("value", String);
      Required("key");
    });
    Return(() => {
      Attribute("summary", String);
      Attribute("key", String);
      Required("summary");
    });
    Confirmation(() => {
      Title("Confirm change");
      PromptTemplate("Approve write: set {{ .Key }} to {{ .Value }}");
      DeniedResultTemplate('{"summary":"Cancelled","key":"{{ .Key }}"}');
    });
  });
  expect(tool.confirmation).toEqual({
    title: "Confirm change",
    promptTemplate: "Approve write: set {{ .Key }} to {{ .Value }}",
    deniedResultTemplate: '{"summary":"Cancelled","key":"{{ .Key }}"}',
  });
});

test("a denied result for a tool without a result only has to be JSON", () => {
  const tool = toolOf(() =>
    Confirmation(() => {
      PromptTemplate("Sure?");
      DeniedResultTemplate('"declined"');
    }),
  );
  expect(tool.confirmation?.deniedResultTemplate).toBe('"declined"');
});
