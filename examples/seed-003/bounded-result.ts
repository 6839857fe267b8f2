/** Results that are a part of a larger whole, and say so: with an offset, with a hint, and with cursors. */
import {
  Agent,
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
  Method,
  NextCursor,
  Payload,
  Required,
  Result,
  Return,
  Service,
  Tool,
  Toolset,
  Type,
  Use,
} from "kigumi/design";

export const Device = Type("Device", () => {
  Attribute("id", String);
  Attribute("status", String);
  Required("id");
});

export const PagedDevices = Toolset("paged-devices", () => {
  Tool("list_devices", "List devices with pagination", () => {
    Args(() => {
      Attribute("filter", String, "Optional filter expression");
      Attribute("limit", Int, "Maximum devices to return", () => {
        Default(100);
        Maximum(1000);
      });
      Attribute("offset", Int, "Pagination offset", () => {
        Default(0);
      });
    });
    Return(() => {
      Attribute("devices", ArrayOf(Device), "List of devices");
      Attribute("returned", Int, "Number of devices returned");
      Attribute("total", Int, "Total devices matching filter");
      Attribute("truncated", Boolean, "Whether results were truncated");
      Required("devices", "returned", "truncated");
    });
    BoundedResult();
  });

  Tool("walk_devices", "List devices page by page", () => {
    Args(() => {
      Attribute("cursor", String, "Where to go on");
    });
    Return(() => {
      Attribute("devices", ArrayOf(Device), "List of devices");
      Attribute("next_cursor", String, "Where the next page begins");
      Required("devices");
    });
    BoundedResult(() => {
      Cursor("cursor");
      NextCursor("next_cursor");
    });
  });
});

export const DeviceToolset = Toolset("devices", () => {
  Tool("list_devices", "List IoT devices", () => {
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
});

export const DeviceService = Service("DeviceService", () => {
  Method("ListDevices", () => {
    Payload(() => {
      Attribute("site_id", String);
      Attribute("status", String);
      Attribute("limit", Int);
      Required("site_id");
    });
    Result(() => {
      Attribute("devices", ArrayOf(Device));
      Attribute("returned", Int);
      Attribute("total", Int);
      Attribute("truncated", Boolean);
      Attribute("refinement_hint", String);
      Required("devices", "returned", "truncated");
    });
  });
  Agent("chat", "Conversational runner", () => {
    Use(PagedDevices);
    Use(DeviceToolset);
  });
});
