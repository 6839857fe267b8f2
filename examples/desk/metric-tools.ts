/** What devices report over time. The model reads a summary; the points of the chart go to people beside it. */
import { defineTool, jsonResult, KigumiError, parseDuration, type Toolset, toolset } from "kigumi";
import { z } from "zod";
import { findDevice, readingOf } from "./fleet.ts";

const MINUTE_MS = 60_000;

const series = defineTool({
  name: "metrics.series",
  description: "Show a metric of a device (cpu, memory or temperature) over time, as a chart",
  tags: ["metrics", "read"],
  effect: "read",
  input: z.object({
    device_id: z.string(),
    metric: z.enum(["cpu", "memory", "temperature"]).default("cpu"),
    window: z.enum(["15m", "1h", "6h", "24h"]).default("1h"),
  }),
  serverData: [{ kind: "chart", audience: "timeline", mode: "always", description: "The points behind the summary" }],
  hints: { call: "look at {{ .device_id }}" },
  execute: ({ device_id, metric, window }, ctx) => {
    if (findDevice(device_id) === undefined) {
      throw new KigumiError({ code: "device_not_found", message: `there is no device ${device_id}; see devices.list` });
    }
    const now = Math.floor((ctx.now?.().getTime() ?? 0) / MINUTE_MS);
    const count = parseDuration(window) / MINUTE_MS;
    const points = Array.from({ length: count }, (_, i) => {
      const minute = now - count + 1 + i;
      return { at: minute * MINUTE_MS, value: readingOf(device_id, metric, minute) };
    });
    const values = points.map(({ value }) => value);
    const mean = Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;
    const summary = { device_id, metric, window, min: Math.min(...values), max: Math.max(...values), mean };
    return jsonResult(summary, {
      serverData: [{ kind: "chart", data: { title: `${metric} of ${device_id}`, points } }],
    });
  },
});

export const metrics: Toolset = toolset("metrics", [series]);
