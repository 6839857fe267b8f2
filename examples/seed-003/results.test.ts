import { implement, jsonResult, modelPlanner, type RunEvent } from "kigumi";
import { scriptedModel } from "kigumi/testing";
import { expect, test } from "vitest";
import * as bounded from "./bounded-result.ts";
import * as confirmation from "./confirmation.ts";
import * as hints from "./hints.ts";
import * as reminders from "./reminders.ts";
import { GO, open, scripted, systemTexts } from "./run-design.ts";
import * as serverData from "./server-data.ts";

const points = [{ at: "2026-01-01T00:00:00Z", value: 1.5 }];
const args = { device_id: "d1", start_time: "a", end_time: "b" };

function seriesExecutors() {
  return {
    "series.get_time_series": () =>
      jsonResult(
        { summary: "calm", count: 1 },
        { serverData: [{ kind: "atlas.time_series", data: { data_points: points } }] },
      ),
    "series.get_metrics": () =>
      jsonResult(
        { summary: "fine", point_count: 1 },
        { serverData: [{ kind: "atlas.metrics", data: { data_points: points, unit: "C" } }] },
      ),
  };
}

const chart = () => ({ summary: "drawn", chart_sidecar: { data_points: points }, evidence: [{ source: "log" }] });

test("ServerData: off by default until the model asks; on where nothing else is said; never shown to a model", async () => {
  const planner = scripted(
    [{ name: "series.get_time_series", args }],
    [{ name: "series.get_time_series", args: { ...args, server_data: "on" } }],
    [{ name: "series.get_metrics", args: { device_id: "d1" } }],
    [{ name: "series.get_metrics", args: { device_id: "d1", server_data: "off" } }],
  );
  await using runtime = await open(serverData, {
    planners: { "atlas.chat": planner },
    executors: seriesExecutors(),
    services: [implement(serverData.atlas, { chart })],
  });
  const { toolEvents } = await runtime.client("atlas.chat").oneShot({ messages: GO });
  const kept = toolEvents.map(({ outcome }) => (outcome.type === "success" ? outcome.serverData : outcome));
  expect(kept).toEqual([
    undefined,
    [{ kind: "atlas.time_series", audience: "timeline", data: { data_points: points } }],
    [{ kind: "atlas.metrics", audience: "timeline", data: { data_points: points, unit: "C" } }],
    undefined,
  ]);
  expect(planner.inputs[0]?.tools[0]?.parameters.properties).toHaveProperty("server_data");
  expect(JSON.stringify(planner.inputs)).not.toContain("2026-01-01");
});

test("ServerData: from fields of the method's result, by audience; always means also when it is declined", async () => {
  const planner = scripted([{ name: "series.get_chart", args: { device_id: "d1", server_data: "off" } }]);
  await using runtime = await open(serverData, {
    planners: { "atlas.chat": planner },
    executors: seriesExecutors(),
    services: [implement(serverData.atlas, { chart })],
  });
  const { runId, toolEvents } = await runtime.client("atlas.chat").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome).toMatchObject({
    content: '{"summary":"drawn"}',
    serverData: [{ kind: "aura.evidence", audience: "evidence", data: [{ source: "log" }] }],
  });
  // Internal data composes tools; it leaves no trace.
  expect(JSON.stringify(await runtime.runs.read(runId))).not.toContain("chart_points");
});

test("ServerData: an entry that is not of its schema is a broken promise", async () => {
  await using runtime = await open(serverData, {
    planners: { "atlas.chat": scripted([{ name: "series.get_metrics", args: { device_id: "d1" } }]) },
    executors: {
      ...seriesExecutors(),
      "series.get_metrics": () =>
        jsonResult(
          { summary: "fine", point_count: 1 },
          { serverData: [{ kind: "atlas.metrics", data: { unit: "C" } }] },
        ),
    },
    services: [implement(serverData.atlas, { chart })],
  });
  const { toolEvents } = await runtime.client("atlas.chat").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome).toMatchObject({ type: "failure", failure: { kind: "malformed_result" } });
});

const device = { id: "d1", status: "online" };

function boundedOptions(planner: ReturnType<typeof scripted>) {
  const page = (cursor: string | undefined) =>
    cursor === undefined
      ? { devices: [device], returned: 1, truncated: true, next_cursor: "p2" }
      : { devices: [], returned: 0, truncated: false };
  return {
    planners: { "DeviceService.chat": planner },
    executors: {
      "paged-devices.list_devices": ({ limit }: { limit: number }) => ({
        devices: [device],
        returned: limit === 100 ? 1 : 0,
        total: 9,
        truncated: limit !== 1,
      }),
      "paged-devices.walk_devices": ({ cursor }: { cursor?: string }) => page(cursor),
    },
    services: [
      implement(bounded.DeviceService, {
        list_devices: ({ limit }: { limit: number }) => ({
          devices: [device],
          returned: 1,
          total: limit,
          truncated: true,
          refinement_hint: "Name a status.",
        }),
      }),
    ],
  };
}

test("BoundedResult: bounds are read from the result, and the model is told how to go on", async () => {
  const planner = scripted(
    [{ name: "devices.list_devices", args: { site_id: "s" } }],
    [{ name: "paged-devices.walk_devices", args: {} }],
    [{ name: "paged-devices.walk_devices", args: { cursor: "p2" } }],
  );
  await using runtime = await open(bounded, boundedOptions(planner));
  const { toolEvents } = await runtime.client("DeviceService.chat").oneShot({ messages: GO });
  expect(toolEvents.map(({ outcome }) => (outcome.type === "success" ? outcome.bounds : outcome))).toEqual([
    { returned: 1, total: 50, truncated: true, refinementHint: "Name a status." },
    { returned: 1, truncated: true, nextCursor: "p2" },
    { returned: 0, truncated: false },
  ]);
  const told = planner.inputs.map((input) => systemTexts(input).join("\n"));
  expect(told[1]).toContain("Name a status.");
  expect(told[2]).toContain('call paged-devices.walk_devices again with cursor set to "p2"');
});

test("BoundedResult: a result that hides that it is a part, or how to see the rest, is malformed", async () => {
  const planner = scripted([{ name: "paged-devices.list_devices", args: { limit: 2 } }]);
  await using runtime = await open(bounded, boundedOptions(planner));
  const { toolEvents } = await runtime.client("DeviceService.chat").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome).toMatchObject({
    type: "failure",
    failure: { kind: "malformed_result", error: expect.stringContaining("neither a cursor nor a hint") },
  });
});

test.each([
  [true, 1, '{"summary":"written","key":"color"}'],
  [false, 0, '{"summary":"Cancelled","key":"color"}'],
])("Confirmation: approved %s runs the tool %i times", async (approved, times, content) => {
  let written = 0;
  const write = ({ key }: { key: string }) => {
    written++;
    return { summary: "written", key };
  };
  await using runtime = await open(confirmation, {
    planners: {
      "desk.chat": scripted([{ name: "settings.dangerous_write", args: { key: "color", value: "red" } }]),
    },
    executors: { "settings.dangerous_write": write },
  });
  await runtime.sessions.create("s");
  const run = await runtime.client("desk.chat").start({ sessionId: "s", messages: GO });
  for await (const event of run.events()) if (event.type === "await_confirmation") break;
  const [pending] = await runtime.approvals({ runId: run.id });
  expect(pending).toMatchObject({ title: "Confirm change", prompt: "Approve write: set color to red" });
  expect(written).toBe(0);
  await runtime.provideConfirmation({ runId: run.id, id: pending?.id ?? "", approved, requestedBy: "ana" });
  const { toolEvents } = await run.result();
  expect(toolEvents[0]?.outcome).toMatchObject({ content });
  expect(written).toBe(times);
});

test("a runtime may ask for a confirmation that the design does not declare", async () => {
  await using runtime = await open(hints, {
    planners: { "desk.chat": scripted([{ name: "hinted.search", args: { query: "pumps" } }]) },
    executors: shown,
    confirmations: { "hinted.search": { prompt: ({ query }) => `May it search for ${query}?` } },
  });
  await runtime.sessions.create("s");
  const run = await runtime.client("desk.chat").start({ sessionId: "s", messages: GO });
  for await (const event of run.events()) if (event.type === "await_confirmation") break;
  const [pending] = await runtime.approvals({ runId: run.id });
  expect(pending?.prompt).toBe("May it search for pumps?");
});

test("a runtime's hints count over those of the design", async () => {
  await using runtime = await open(hints, {
    planners: { "desk.chat": scripted([{ name: "hinted.search", args: { query: "pumps" } }]) },
    executors: shown,
    hints: { "hinted.search": { call: "Looking for {{ .Query }}" } },
  });
  const { runId, toolEvents } = await runtime.client("desk.chat").oneShot({ messages: GO });
  expect(JSON.stringify(await runtime.runs.read(runId))).toContain('"displayHint":"Looking for pumps"');
  expect(toolEvents[0]?.outcome).toMatchObject({ displayHint: "Found 3 results" });
});

const shown = {
  "hinted.search": () => ({ count: 3, results: ["a", "b", "c"] }),
  "hinted.get_device_status": () => ({ device_name: "Boiler", is_online: true }),
  "hinted.list_items": () => ({ items: [], total: 0, truncated: true }),
  "hinted.analyze_data": () => ({ insights: ["x", "y"], processing_time_ms: 12 }),
  "hinted.label": () => ({ results: ["r"] }),
};

test.each([
  ["hinted.search", { query: "pumps" }, "Searching for: pumps", "Found 3 results"],
  ["hinted.get_device_status", { device_id: "d1" }, "Checking status of d1", "Boiler: online"],
  ["hinted.list_items", {}, "Listing items", "0 items (truncated)"],
  ["hinted.list_items", { category: "tools" }, "Listing items in tools", "0 items (truncated)"],
  [
    "hinted.analyze_data",
    { dataset_id: "ds", analysis_type: "summary" },
    "Analyzing ds (summary)",
    "2 insights in 12ms",
  ],
  ["hinted.label", { query: "a question that is long", tags: ["a", "b"] }, "a, b: a question that is l", "1 items"],
])("hints: %s is shown as people read it", async (name, input, callHint, resultHint) => {
  await using runtime = await open(hints, {
    planners: { "desk.chat": scripted([{ name, args: input }]) },
    executors: shown,
  });
  const { runId } = await runtime.client("desk.chat").oneShot({ messages: GO });
  const events: readonly RunEvent[] = await runtime.runs.read(runId);
  const scheduled = events.find((event) => event.type === "tool_call_scheduled");
  const received = events.find((event) => event.type === "tool_result_received");
  expect(JSON.stringify(scheduled)).toContain(`"displayHint":${JSON.stringify(callHint).slice(0, -1)}`);
  expect(received?.outcome).toMatchObject({ displayHint: resultHint });
});

const monitored = {
  "monitoring.get_time_series": () => ({ series: [], summary: "calm" }),
  "monitoring.get_metrics": () => ({ metrics: [] }),
  "monitoring.get_alerts": () => ({ alerts: [] }),
};

test("ResultReminder: reminders of one turn are one system message, in the tag that models know", async () => {
  const call = (name: string) => ({ name, args: {} });
  const model = scriptedModel([
    { toolCalls: [call("monitoring.get_metrics"), call("monitoring.get_alerts")] },
    "all is well",
  ]);
  await using runtime = await open(reminders, {
    planners: { "desk.chat": modelPlanner({ model: "default", instructions: "Watch." }) },
    models: { default: model },
    executors: monitored,
  });
  await runtime.client("desk.chat").oneShot({ messages: GO });
  const said = (model.requests[1]?.prompt ?? []).map((message) => JSON.stringify(message));
  const [reminder = "", ...others] = said.filter((message) => message.includes("<system-reminder>"));
  expect(others).toEqual([]);
  expect(reminder).toContain("Metrics are displayed as a dashboard widget.");
  expect(reminder).toContain("Alerts are shown in a priority-sorted list with severity indicators.");
});

test("a planner adds a reminder of its own when what it sees asks for one", async () => {
  const seen: string[] = [];
  const first = { toolCalls: [{ name: "monitoring.get_time_series", args }] };
  await using runtime = await open(reminders, {
    planners: {
      "desk.chat": {
        planStart: async () => first,
        planResume: async (input, services) => {
          seen.push(systemTexts(input).join("\n"));
          if (seen.length > 1) return { finalResponse: { text: "done" } };
          const text = "Anomalies were detected in the time series. Highlight these to the user.";
          services.addReminder({ id: "anomaly_detected", text, tier: "guidance" });
          return first;
        },
      },
    },
    executors: monitored,
  });
  await runtime.client("desk.chat").oneShot({ messages: GO });
  expect(seen[0]).toContain("The user sees a rendered graph of this data in the UI.");
  expect(seen[0]).not.toContain("Anomalies");
  expect(seen[1]).toContain("Anomalies were detected");
});
