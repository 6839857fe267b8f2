/** Makes the context tools run in, on the machine's own clock. */

import { systemClock } from "../clock/system-clock.ts";
import { createContext, type ToolContext, type ToolContextOptions } from "../tool/context.ts";

export function createToolContext<D = Record<string, unknown>>(options: ToolContextOptions<D> = {}): ToolContext<D> {
  return createContext({ clock: systemClock, ...options });
}
