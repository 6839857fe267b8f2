import { expect, test } from "vitest";
import {
  ArrayOf,
  Attribute,
  AudienceEvidence,
  AudienceInternal,
  BindTo,
  Description,
  Float64,
  FromMethodResultField,
  MapOf,
  ModeAlways,
  Required,
  ServerData,
  ServerDataDefault,
} from "../index.ts";
import { toolOf } from "../testing/tool-of.ts";

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
