/** Two tools of an operations desk: one reads, one acts and wants a person's word first. */
import { defineTool, type Tool } from "kigumi";
import { z } from "zod";

export interface Devices {
  readonly restarted: readonly string[];
  readonly tools: readonly Tool[];
}

export function createDevices(): Devices {
  const restarted: string[] = [];
  const status = defineTool({
    name: "ops.status",
    description: "Tells how a device is doing",
    input: z.object({ device_id: z.string() }),
    tags: ["ops"],
    effect: "read",
    execute: ({ device_id }) => ({ device_id, state: restarted.includes(device_id) ? "ok" : "fan stalled" }),
  });
  const restart = defineTool({
    name: "ops.restart",
    description: "Restarts a device",
    input: z.object({ device_id: z.string() }),
    tags: ["ops", "write"],
    confirmation: { title: "Restart a device?", promptTemplate: "{{.device_id}} will be out of service for a minute." },
    execute: ({ device_id }) => {
      restarted.push(device_id);
      return `${device_id} was restarted`;
    },
  });
  return { restarted, tools: [status, restart] };
}
