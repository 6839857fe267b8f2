import { expect, test } from "vitest";
import { defineTool } from "../../tool/define-tool.ts";
import {
  Agent,
  Args,
  ArrayOf,
  Attribute,
  BindTo,
  Bookkeeping,
  CallHintTemplate,
  Effect,
  evaluate,
  Idempotent,
  Inject,
  Int,
  Meta,
  Method,
  Payload,
  Required,
  Result,
  ResultHintTemplate,
  ResultReminder,
  Return,
  Service,
  selfContainedSchema,
  Tags,
  TerminalRun,
  Title,
  Tool,
  type ToolModel,
  Toolset,
  Type,
  Use,
} from "../index.ts";

/** The one tool of a design with one. */
function toolOf(block: () => void, around: () => void = () => {}): ToolModel {
  const desk = Service("desk", () => {
    around();
    Agent("chat", () => Use("docs", () => Tool("get_device", "Get a device", block)));
  });
  const [tool] = evaluate({ desk }).toolsets.flatMap(({ tools }) => tools);
  if (tool === undefined) throw new Error("no tool");
  return tool;
}

test("a tool without a block takes nothing, returns nothing, and is named as words", () => {
  expect(toolOf(() => {})).toEqual({
    id: "docs.get_device",
    name: "get_device",
    title: "Get Device",
    description: "Get a device",
    tags: [],
    effect: "once",
    payload: {
      name: "GetDevicePayload",
      schema: { type: "object", properties: {}, additionalProperties: false },
    },
  });
});

test("labels, effects and markers are the spec's own", () => {
  const tool = toolOf(() => {
    Title("Device");
    Tags("read", "safe", "read");
    Meta("owner", "iot");
    Meta("owner", "ops");
    Effect("read");
    TerminalRun();
    Bookkeeping();
    ResultReminder("The user sees the device.");
  });
  expect(tool).toMatchObject({
    title: "Device",
    tags: ["read", "safe"],
    meta: { owner: ["iot", "ops"] },
    effect: "read",
    terminal: true,
    bookkeeping: true,
    resultReminder: "The user sees the device.",
  });
  expect(toolOf(() => Idempotent()).effect).toBe("idempotent");
});

test("a user type is referred to by its name, and a refined one is a type of its own", () => {
  const SearchParams = Type("SearchParams", () => {
    Attribute("query", String);
    Attribute("limit", Int);
    Required("query");
  });
  expect(toolOf(() => Args(SearchParams, "What to look for")).payload).toEqual({
    name: "SearchParams",
    schema: { $ref: "#/$defs/SearchParams", description: "What to look for" },
  });
  const refined = toolOf(() => Args(SearchParams, () => Required("limit"))).payload;
  expect(refined.name).toBe("SearchParamsGetDevicePayload");
  expect(refined.schema).toMatchObject({ type: "object", required: ["query", "limit"] });
});

test("a single value travels as the one argument `value`; a result may be any type", () => {
  const tool = toolOf(() => {
    Args(String);
    Return(ArrayOf(String), "Matches");
  });
  expect(tool.payload).toEqual({
    name: "GetDevicePayload",
    schema: {
      type: "object",
      properties: { value: { type: "string" } },
      required: ["value"],
      additionalProperties: false,
    },
    isWrapped: true,
  });
  expect(tool.result).toEqual({
    name: "GetDeviceResult",
    schema: { type: "array", items: { type: "string" }, description: "Matches" },
  });
});

test("BindTo finds the method whatever its case and separators, and takes over its types", () => {
  const method = () => {
    Method("list_devices", () => {
      Payload(() => Attribute("site_id", String));
      Result(ArrayOf(String));
    });
  };
  for (const bind of [() => BindTo("ListDevices"), () => BindTo("Desk", "listDevices")]) {
    const tool = toolOf(bind, method);
    expect(tool.binding).toEqual({ service: "desk", method: "list_devices" });
    expect(tool.payload.name).toBe("ListDevicesPayload");
    expect(tool.payload.schema.properties).toEqual({ site_id: { type: "string" } });
    expect(tool.result).toEqual({
      name: "ListDevicesResult",
      schema: { type: "array", items: { type: "string" } },
    });
  }
  const own = toolOf(() => {
    Args(() => Attribute("site"));
    BindTo("ListDevices");
  }, method);
  expect(own.payload.schema.properties).toEqual({ site: { type: "string" } });
});

test("a tool of a toolset at the top level names the service too", () => {
  const devices = Toolset("devices", () => Tool("list", "List", () => BindTo("DeviceService", "ListDevices")));
  const service = Service("device_service", () => Method("list_devices"));
  const desk = Service("desk", () => Agent("chat", () => Use(devices)));
  const [toolset] = evaluate({ devices, service, desk }).toolsets;
  expect(toolset?.tools[0]?.binding).toEqual({ service: "device_service", method: "list_devices" });
});

test("injected fields stay in the payload and are named apart", () => {
  const tool = toolOf(
    () => {
      BindTo("get");
      Inject("session_id");
    },
    () =>
      Method("get", () =>
        Payload(() => {
          Attribute("session_id", String, "Current session ID");
          Attribute("query", String, "Data query");
          Required("session_id", "query");
        }),
      ),
  );
  expect(tool.inject).toEqual(["session_id"]);
  expect(Object.keys(tool.payload.schema.properties ?? {})).toEqual(["session_id", "query"]);
});

test("hints may use Go's spelling, and the result's also its wrapper", () => {
  const tool = toolOf(() => {
    Args(() => {
      Attribute("device_id", String, "Device identifier");
      Attribute("include_metrics", Boolean, "Include metrics");
      Required("device_id");
    });
    Return(() => {
      Attribute("device_name", String, "Device name");
      Attribute("is_online", Boolean, "Online status");
      Required("device_name", "is_online");
    });
    CallHintTemplate("Checking status of {{ .DeviceID }}");
    ResultHintTemplate(
      "{{ .DeviceName }}: {{ if .IsOnline }}online{{ else }}offline{{ end }} {{ .Args.device_id }} {{ .Result.DeviceName }}{{ with .Bounds }}{{ .Returned }}{{ end }}",
    );
  });
  expect(tool.hints?.call).toBe("Checking status of {{ .DeviceID }}");
  expect(tool.hints?.result).toMatch(/DeviceName/);
});

test("a tool of the model is a tool, given only an execute", async () => {
  const Query = Type("Query", () => {
    Attribute("query", String);
    Attribute("session_id", String);
    Required("query", "session_id");
  });
  const desk = Service("desk", () =>
    Agent("chat", () =>
      Use("docs", () =>
        Tool("search", "Search", () => {
          Args(Query);
          Return(() => Attribute("documents", ArrayOf(String)));
          Inject("session_id");
        }),
      ),
    ),
  );
  const { toolsets, types } = evaluate({ desk });
  const model = toolsets[0]?.tools[0];
  if (model === undefined) return expect.unreachable();
  const { payload, result, serverData: _serverData, ...spec } = model;
  const tool = defineTool({
    ...spec,
    input: selfContainedSchema(payload.schema, types),
    output: selfContainedSchema(result?.schema ?? {}, types),
    execute: () => ({ documents: ["a"] }),
  });
  expect(tool.spec.inputSchema.properties).toEqual({ query: { type: "string" } });
  expect(tool.id).toBe("docs.search");
});
