import { expect, test } from "vitest";
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  AudienceEvidence,
  AudienceInternal,
  BindTo,
  Default,
  Enum,
  FromMethodResultField,
  Inject,
  Int,
  Method,
  ModeAlways,
  Payload,
  Required,
  Result,
  Return,
  ServerData,
  Service,
  StreamingResult,
  Tool,
  Use,
} from "../../design/index.ts";
import { createRuntime } from "../runtime.ts";
import { caller, designed, gapsOf, silent, user } from "../testing/designed-runtime.ts";
import { implement } from "./implement.ts";

test("a bound tool calls its method in the method's shape, and server data comes from fields of the result", async () => {
  const desk = Service("desk", () => {
    Method("GetSeries", () => {
      Payload(() => {
        Attribute("device_id", String);
        Attribute("session_id", String);
        Attribute("resolution", String, () => {
          Default("1m");
        });
        Required("device_id", "session_id");
      });
      Result(() => {
        Attribute("summary", String);
        Attribute("points", ArrayOf(Int));
        Attribute("evidence", ArrayOf(String));
        Attribute("sidecar", String);
        Required("summary");
      });
    });
    Agent("chat", () => {
      Use("series", () => {
        Tool("get", "Get a series", () => {
          Args(() => {
            Attribute("device_id", String);
            Attribute("session_id", String);
            Required("device_id", "session_id");
          });
          Return(() => {
            Attribute("summary", String);
            Required("summary");
          });
          BindTo("get_series");
          Inject("session_id");
          ServerData("atlas.points", ArrayOf(Int), () => {
            FromMethodResultField("points");
          });
          ServerData("aura.evidence", ArrayOf(String), () => {
            AudienceEvidence();
            ModeAlways();
            FromMethodResultField("evidence");
          });
          ServerData("atlas.sidecar", String, () => {
            AudienceInternal();
            FromMethodResultField("sidecar");
          });
        });
      });
    });
  });
  class Desk {
    readonly asked: unknown[] = [];
    getSeries(payload: { device_id: string; session_id: string; resolution: string }) {
      this.asked.push(payload);
      return { summary: "calm", points: [1, 2], evidence: ["log 7"], sidecar: "inner", secret: true };
    }
  }
  const service = new Desk();
  const planner = caller({ name: "series.get", args: { device_id: "web-1" } });
  await using runtime = await createRuntime(
    designed({ desk }, { planners: { "desk.chat": planner }, services: [implement(desk, service)] }),
  );
  await runtime.sessions.create("s1");
  const output = await runtime.client("desk.chat").run({ sessionId: "s1", messages: user });
  expect(service.asked).toEqual([{ device_id: "web-1", session_id: "s1", resolution: "1m" }]);
  expect(output.toolEvents[0]?.outcome).toMatchObject({
    type: "success",
    content: '{"summary":"calm"}',
    serverData: [
      { kind: "atlas.points", audience: "timeline", data: [1, 2] },
      { kind: "aura.evidence", audience: "evidence", data: ["log 7"] },
    ],
  });
  expect(planner.inputs[0]?.tools[0]?.parameters.properties).not.toHaveProperty("session_id");
});

test("a method that is stricter than its tool corrects the call; shapes that cannot be joined are told at once", async () => {
  const service = (requiresSite: boolean) =>
    Service("desk", () => {
      Method("list", () => {
        Payload(() => {
          Attribute("status", String, () => {
            Enum("online", "offline");
          });
          Attribute("site", String);
          if (requiresSite) Required("site");
        });
        Result(() => {
          Attribute("names", ArrayOf(String));
        });
      });
      Agent("chat", () => {
        Use("devices", () => {
          Tool("list", "List", () => {
            Args(() => {
              Attribute("status", String);
            });
            Return(() => {
              Attribute("names", ArrayOf(String));
            });
            BindTo("list");
          });
        });
      });
    });
  const planner = caller({ name: "devices.list", args: { status: "sleepy" } });
  const services = [implement("desk", { list: () => ({ names: [] }) })];
  await using runtime = await createRuntime(
    designed({ desk: service(false) }, { planners: { "desk.chat": planner }, services }),
  );
  const { toolEvents } = await runtime.client("desk.chat").oneShot({ messages: user });
  expect(toolEvents[0]?.outcome).toMatchObject({
    type: "failure",
    failure: { error: expect.stringContaining("status") },
  });

  const strict = { planners: { "desk.chat": silent }, services };
  expect(await gapsOf(designed({ desk: service(true) }, strict))).toEqual([
    expect.objectContaining({ option: "executors", id: "devices.list", message: expect.stringContaining('"site"') }),
  ]);
  const own = { ...strict, executors: { "devices.list": () => ({ names: [] }) } };
  await using joined = await createRuntime(designed({ desk: service(true) }, own));
  expect(joined.client("desk.chat")).toBeDefined();
});

test("a method that streams cannot stand behind a tool", async () => {
  const desk = Service("desk", () => {
    Method("watch", () => StreamingResult(String));
    Agent("chat", () => {
      Use("docs", () => {
        Tool("watch", "Watch", () => BindTo("watch"));
      });
    });
  });
  const services = [implement("desk", { watch: async function* () {} })];
  const [gap] = await gapsOf(designed({ desk }, { planners: { "desk.chat": silent }, services }));
  expect(gap?.message).toContain("the method streams, and a tool returns once; pass an executor");
});
