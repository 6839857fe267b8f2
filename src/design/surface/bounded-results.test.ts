import { expect, test } from "vitest";
import {
  Args,
  ArrayOf,
  Attribute,
  BindTo,
  BoundedResult,
  Cursor,
  Default,
  Enum,
  Int,
  Maximum,
  NextCursor,
  Required,
  Return,
  Type,
} from "../index.ts";
import { Device, toolOf } from "../testing/tool-of.ts";

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
