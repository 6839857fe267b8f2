/** For tests: the one tool of a design, with a service for it to be bound to. */
import { evaluate } from "../evaluate.ts";
import type { Block } from "../expressions/declaration.ts";
import { Agent, ArrayOf, Attribute, Float64, Method, Result, Service, Tool, Toolset, Type, Use } from "../index.ts";
import type { ToolModel } from "../model/tool-model.ts";
import type { UserType } from "../types/design-type.ts";

export const Device: UserType = Type("Device", () => Attribute("name", String));

const DeviceService = Service("DeviceService", () => {
  Method("ListDevices", () =>
    Result(() => {
      Attribute("devices", ArrayOf(Device));
      Attribute("chart_sidecar", ArrayOf(Float64));
      Attribute("evidence", ArrayOf(String));
    }),
  );
});

/** `block`: of the tool. */
export function toolOf(block: Block): ToolModel {
  const tools = Toolset("tools", () => Tool("run", "Run", block));
  const desk = Service("desk", () => Agent("chat", () => Use(tools)));
  const [tool] = evaluate({ desk, DeviceService }).toolsets.flatMap((toolset) => toolset.tools);
  if (tool === undefined) throw new Error("the design has no tool");
  return tool;
}
