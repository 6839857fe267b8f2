/** What becomes of results: bounds, data for people, hints, and the limits on what a run may spend. */
import { expect } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tool/define-tool.ts";
import { jsonResult, textResult } from "../../src/tool/result.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { type Check, ended, label, reached } from "./harness.ts";
import { call, final } from "./scripted-planner.ts";

const list = defineTool({
  name: "devices.list",
  description: "List devices",
  effect: "read",
  input: z.object({ page: z.string().optional(), answer: z.enum(["good", "stuck", "silent"]) }),
  bounds: { cursor: "page", nextCursor: "next_page" },
  hints: { call: "Listing devices", result: "{{ .Result.returned }} of {{ .Bounds.total }} devices" },
  execute: ({ page, answer }) => {
    if (answer === "silent") return jsonResult({ devices: [] });
    const bounds = { returned: 2, total: 5, truncated: true, nextCursor: answer === "stuck" ? (page ?? "") : "p2" };
    return jsonResult({ returned: 2 }, { bounds });
  },
});

const series = defineTool({
  name: "metrics.series",
  description: "Read a series",
  effect: "read",
  input: z.object({ device_id: z.string() }),
  serverData: [
    { kind: "chart", audience: "timeline", description: "a chart of the series" },
    { kind: "source", audience: "evidence", mode: "always" },
    { kind: "raw", audience: "internal", mode: "always" },
  ],
  execute: () =>
    textResult("up", {
      serverData: [
        { kind: "chart", data: { points: [1, 2] } },
        { kind: "source", data: "warehouse" },
        { kind: "raw", data: "secret" },
      ],
    }),
});

const agent = { toolsets: [toolset("results", [list, series])] };

export function resultCases(check: Check): void {
  check("a part of a result says so, and how to get the rest", async (start) => {
    const run = await start([call("devices.list", { answer: "good" }), final("done")], { agent });
    const { asked, events } = await ended(run);
    expect(asked[1]?.messages.at(-1)).toEqual({
      role: "system",
      content:
        '<system-reminder>devices.list returned 2 of 5 results; there are more. To continue, call devices.list again with page set to "p2" and all other arguments unchanged. Do not claim that this is everything.</system-reminder>',
    });
    expect(events.find(({ type }) => type === "tool_call_scheduled")).toMatchObject({ displayHint: "Listing devices" });
    expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { bounds: { returned: 2, nextCursor: "p2" }, displayHint: "2 of 5 devices" },
    });
  });

  check("a bounded tool without bounds, or that never ends, is a failed call and not a dead run", async (start) => {
    for (const args of [{ answer: "silent" }, { answer: "stuck", page: "p7" }]) {
      const run = await start([call("devices.list", args), final("done")], { agent });
      const { events, output, asked } = await ended(run);
      expect(output.message).toBe("done");
      expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
        outcome: { type: "failure", failure: { kind: "malformed_result" } },
      });
      expect(asked[1]?.tools.map(({ name }) => name)).toEqual(["metrics.series"]);
    }
  });

  check("server data reaches people by its audience, and the planner never", async (start) => {
    const run = await start([call("metrics.series", { device_id: "d" }), final("done")], { agent });
    const { events, asked } = await ended(run);
    const chart = { kind: "chart", audience: "timeline", data: { points: [1, 2] } };
    const source = { kind: "source", audience: "evidence", data: "warehouse" };
    expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { serverData: [chart] },
    });
    const logged = (await run.runtime.runs.read(run.id)).find(({ type }) => type === "tool_result_received");
    expect(logged).toMatchObject({ outcome: { serverData: [chart, source] } });
    expect(JSON.stringify(await run.runtime.runs.read(run.id))).not.toContain("secret");
    const told = JSON.stringify(asked[1]?.messages);
    expect(told).toContain("The user now sees, beside the result of metrics.series: a chart of the series.");
    expect(told).not.toContain("points");
    expect(told).not.toContain("warehouse");
  });

  check("a model may decline optional server data, and is told how to get it after all", async (start) => {
    const run = await start([call("metrics.series", { device_id: "d", server_data: "off" }), final("done")], { agent });
    const { events, asked } = await ended(run);
    expect(events.find(({ type }) => type === "tool_call_scheduled")).toMatchObject({
      args: { device_id: "d" },
      serverData: "off",
    });
    expect(events.find(({ type }) => type === "tool_result_received")).not.toHaveProperty("outcome.serverData");
    expect(JSON.stringify(asked[1]?.messages)).toContain('call it again with server_data: \\"on\\"');
    expect(asked[0]?.tools.find(({ name }) => name === "metrics.series")?.parameters.properties).toHaveProperty(
      "server_data",
    );

    const wrong = await start([call("metrics.series", { device_id: "d", server_data: 1 }), final("x")], { agent });
    expect((await ended(wrong)).events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { type: "failure", failure: { kind: "invalid_call" } },
    });
  });

  check("server data that does not fit its schema is a failed call and not a dead run", async (start) => {
    const schema = { type: "object", properties: { points: { type: "array" } }, required: ["points"] } as const;
    const draw = defineTool({
      name: "draw",
      description: "Draw",
      effect: "read",
      input: z.object({ points: z.any() }),
      serverData: [{ kind: "chart", audience: "timeline", schema }],
      execute: ({ points }) => textResult("drawn", { serverData: [{ kind: "chart", data: { points } }] }),
    });
    const drawing = { toolsets: [toolset("drawing", [draw])] };
    const outcomeFor = async (points: unknown) => {
      const run = await start([call("draw", { points }), final("done")], { agent: drawing });
      const { events, output } = await ended(run);
      expect(output.message).toBe("done");
      return events.find(({ type }) => type === "tool_result_received");
    };
    expect(await outcomeFor([1])).toMatchObject({ outcome: { type: "success", serverData: [{ kind: "chart" }] } });
    expect(await outcomeFor("none")).toMatchObject({
      outcome: {
        type: "failure",
        failure: { kind: "malformed_result", error: expect.stringContaining("data.points") },
      },
    });
  });

  check("a result from outside is held against what its tool declares, and told of like any other", async (start) => {
    const scan = defineTool({
      name: "scan",
      description: "Scan",
      input: z.object({ from: z.string().optional() }),
      output: z.object({ hits: z.number() }),
      bounds: { cursor: "from" },
      hints: { call: "Scanning", result: "{{ .Hits }} hits" },
      resultReminder: "Hits are estimates.",
      serverData: [{ kind: "map", audience: "timeline", schema: { type: "array" } }],
      execute: () => ({ hits: 0 }),
    });
    const item = { kind: "external_tools", id: "x", items: [{ name: "scan", toolCallId: "e1", payload: {} }] } as const;
    const run = await start([{ await: { items: [item] } }, final("done")], {
      agent: { toolsets: [toolset("scanners", [scan])] },
    });
    await reached(run, "run_paused");
    const provide = (outcome: object) =>
      run.runtime.provideToolResults({
        runId: run.id,
        id: "x",
        results: [{ callId: "e1", outcome: outcome as never }],
      });
    const bounds = { returned: 1, total: 9, truncated: true, nextCursor: "p2" };
    const good = { type: "success", content: '{"hits":3}', bounds, serverData: [{ kind: "map", data: [1] }] };
    for (const [wrong, why] of [
      [{ ...good, content: '{"hits":"many"}' }, "result.hits"],
      [{ ...good, content: "many" }, "does not fit the output schema"],
      [{ ...good, bounds: { returned: 1, truncated: true } }, "neither a cursor nor a hint"],
      [{ type: "success", content: '{"hits":3}' }, "has to say how much"],
      [{ ...good, serverData: [{ kind: "map", data: 1 }] }, "schema declared for it"],
      [{ ...good, serverData: [{ kind: "other", data: 1 }] }, "does not declare"],
      [{ type: "success" }, "an outcome is"],
      [{ type: "failure", failure: "no" }, "an outcome is"],
    ] as const) {
      await expect(provide(wrong)).rejects.toMatchObject({
        code: "invalid_answer",
        message: expect.stringContaining(why),
      });
    }
    await provide(good);
    const { events, asked } = await ended(run);
    expect(events.find(({ type }) => type === "tool_call_scheduled")).toMatchObject({ displayHint: "Scanning" });
    expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { bounds, displayHint: "3 hits", serverData: [{ kind: "map", audience: "timeline", data: [1] }] },
    });
    const told = JSON.stringify(asked[1]?.messages.at(-1));
    expect(told).toContain("Hits are estimates.");
    expect(told).toContain("call scan again with from set to");
    expect(told).toContain("The user now sees");
  });

  check(
    "a token budget: set aside before a turn, settled after it, and finalized when it is used up",
    async (start) => {
      const usage = [{ model: "m", inputTokens: 90, outputTokens: 20, cost: 0.5 }];
      const run = await start(
        [
          { ...call("metrics.series", { device_id: "d" }), usage },
          { ...final("from what I have"), usage },
        ],
        { agent: { ...agent, runPolicy: { budgets: { tokens: 100 } } } },
      );
      const { events, asked, output } = await ended(run);
      expect(output).toMatchObject({ status: "completed", message: "from what I have" });
      expect(events.map(label).filter((type) => /budget|usage|turn|finalization/.test(type))).toEqual([
        "budget_reserved",
        "usage",
        "budget_settled",
        "assistant_turn_committed",
        "budget_exhausted",
        "finalization_started",
        "budget_reserved",
        "usage",
        "budget_settled",
        "assistant_turn_committed",
      ]);
      expect(asked[1]?.finalize?.reason).toBe("token_budget");
      expect(events.find(({ type }) => type === "budget_settled")).toMatchObject({ turn: 1, tokens: 110, cost: 0.5 });
    },
  );

  check("a cost budget", async (start) => {
    const usage = [{ model: "m", inputTokens: 1, outputTokens: 1, cost: 0.5 }];
    const run = await start([{ ...call("metrics.series", { device_id: "d" }), usage }, final("enough")], {
      agent: { ...agent, runPolicy: { budgets: { cost: 0.5 } } },
    });
    const { asked, events } = await ended(run);
    expect(asked[1]?.finalize?.reason).toBe("cost_budget");
    expect(events.find(({ type }) => type === "budget_exhausted")).toMatchObject({ budget: "cost" });
  });
}
