/** The fleet: a list that is handed out in pages. */
import { defineTool, jsonResult, type Toolset, toolset } from "kigumi";
import { z } from "zod";
import { FLEET } from "./fleet.ts";

const list = defineTool({
  name: "devices.list",
  description: "List the devices of the fleet, a page at a time",
  tags: ["devices", "read"],
  effect: "read",
  input: z.object({
    kind: z.enum(["web", "db", "cache"]).optional(),
    cursor: z.string().optional().describe("Where the previous page ended"),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  bounds: { cursor: "cursor", nextCursor: "next_cursor" },
  hints: { call: "list the devices" },
  execute: ({ kind, cursor, limit }) => {
    const all = FLEET.filter((device) => kind === undefined || device.kind === kind);
    const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const page = all.slice(from, from + limit);
    const truncated = from + page.length < all.length;
    const next = truncated ? page.at(-1)?.id : undefined;
    return jsonResult(
      { devices: page, ...(next === undefined ? {} : { next_cursor: next }) },
      {
        bounds: {
          returned: page.length,
          total: all.length,
          truncated,
          ...(next === undefined ? {} : { nextCursor: next }),
        },
      },
    );
  },
});

export const devices: Toolset = toolset("devices", [list]);
