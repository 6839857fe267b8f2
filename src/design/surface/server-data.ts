/** The functions for data beside a result, which never reaches a model. */
import type { Block } from "../expressions/declaration.ts";
import type { ServerDataExpression } from "../expressions/tool-expression.ts";
import { blockFunction, type Call } from "../functions/design-function.ts";
import { serverDataSpecs as specs } from "../functions/specs/server-data.ts";
import type { DesignType } from "../types/design-type.ts";
import { declareShape } from "./declare-shape.ts";
import { setOnce } from "./set-once.ts";

export interface ServerDataFunction {
  (kind: string, type: DesignType | Block, block?: Block): void;
  (kind: string, type: DesignType | Block, description: string, block?: Block): void;
}

export const ServerData: ServerDataFunction = blockFunction(
  specs.ServerData,
  (call, kind, shape, description, block) => {
    const { evaluation, expression: tool, site, path } = call;
    const entry: ServerDataExpression = { site, path, kind, schema: declareShape(call, shape, undefined, undefined) };
    if (description !== undefined) entry.description = call.at(description);
    tool.serverData.push(entry);
    evaluation.run({ context: "ServerData", expression: entry, path }, block);
  },
);

export const AudienceTimeline: () => void = blockFunction(specs.AudienceTimeline, (call) => address(call, "timeline"));
export const AudienceInternal: () => void = blockFunction(specs.AudienceInternal, (call) => address(call, "internal"));
export const AudienceEvidence: () => void = blockFunction(specs.AudienceEvidence, (call) => address(call, "evidence"));

function address(call: Call<"ServerData">, audience: "timeline" | "internal" | "evidence"): void {
  setOnce(call, call.expression, "audience", call.at(audience), "The audience");
}

export const ModeAlways: () => void = blockFunction(specs.ModeAlways, (call) => {
  setOnce(call, call.expression, "mode", call.at("always"), "ModeAlways");
});

export const FromMethodResultField: (field: string) => void = blockFunction(
  specs.FromMethodResultField,
  (call, field) => {
    setOnce(call, call.expression, "field", call.at(field), "FromMethodResultField");
  },
);

export const ServerDataDefault: (value: "on" | "off") => void = blockFunction(
  specs.ServerDataDefault,
  (call, value) => {
    setOnce(call, call.expression, "serverDataDefault", call.at(value), "ServerDataDefault");
  },
);
