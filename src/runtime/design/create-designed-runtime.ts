/** A runtime with the agents of a design, ready to run. What the design lacks is told before anything is opened. */
import { LocalRuntime } from "../local-runtime.ts";
import type { Runtime } from "../runtime.ts";
import type { DesignedRuntimeOptions } from "./design-options.ts";
import { wireDesign } from "./wire-design.ts";

export async function createDesignedRuntime(options: DesignedRuntimeOptions): Promise<Runtime> {
  const agents = await wireDesign({ ...options, models: options.models ?? {} });
  const runtime = new LocalRuntime(options);
  try {
    for (const agent of agents) runtime.registerAgent(agent);
    return runtime;
  } catch (error) {
    await runtime.close();
    throw error;
  }
}
