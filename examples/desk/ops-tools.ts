/**
 * The one tool that changes something. A person approves each restart, and no restart happens twice: a call that was
 * cut off by a crash is looked up in the journal and never sent again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, KigumiError, type Toolset, textResult, toolset } from "kigumi";
import { z } from "zod";
import { findDevice } from "./fleet.ts";
import type { RestartJournal } from "./restart-journal.ts";

export interface OpsOptions {
  readonly journal: RestartJournal;
  /** How long a device takes to come back. */
  readonly restartMs: number;
}

export function opsToolset({ journal, restartMs }: OpsOptions): Toolset {
  const restart = defineTool({
    name: "ops.restart",
    title: "Restart a device",
    description: "Restart a device",
    tags: ["ops", "write"],
    effect: "once",
    input: z.object({ device_id: z.string() }),
    confirmation: {
      title: "Restart a device?",
      promptTemplate: "{{ .device_id }} will be out of service for a few seconds.",
      deniedResultTemplate: "{{ .device_id }} was not restarted: a person declined.",
      expiresIn: "24h",
    },
    hints: { call: "restart {{ .device_id }}" },
    execute: async ({ device_id }, ctx) => {
      if (findDevice(device_id) === undefined) {
        throw new KigumiError({ code: "device_not_found", message: `there is no device ${device_id}` });
      }
      const key = ctx.call?.key ?? ctx.call?.id ?? device_id;
      await journal.add({ key, device: device_id, at: (ctx.now?.() ?? new Date()).toISOString() });
      await sleep(restartMs, undefined, ctx.signal === undefined ? {} : { signal: ctx.signal });
      return textResult(`${device_id} was restarted and is back in service.`);
    },
    // The journal is written first, so it knows: what is not in it was never sent to the device.
    reconcile: async (key) => {
      const done = await journal.find(key);
      if (done === undefined) return textResult("The restart was never sent to the device.", { isError: true });
      return textResult(`${done.device} was restarted at ${done.at}.`);
    },
  });
  return toolset("ops", [restart]);
}
