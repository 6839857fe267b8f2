/**
 * Runs a tool by the service method behind it: the arguments in the shape of the method's payload, the method's result
 * in the shape of the tool's, and beside it the server data that is taken from fields of the method's result.
 */
import { type DesignModel, type MethodModel, selfContainedSchema, type ToolModel } from "../../design/model.ts";
import { isObject } from "../../json/json.ts";
import type { ToolContext } from "../../tool/context.ts";
import { isToolResult, jsonResult, type ServerData, type ToolResult, textResult } from "../../tool/result.ts";
import { compileSchema } from "../../tool/schema/compiled-schema.ts";
import { isSchemaObject, type JsonSchema } from "../../tool/schema/json-schema.ts";
import { ToolInputError } from "../../tool/tool-error.ts";
import type { ServiceMethod } from "./implement.ts";
import { reshape } from "./reshape.ts";
import { shapeProblems } from "./shape-problems.ts";

export interface BoundMethodOptions {
  readonly tool: ToolModel;
  readonly method: MethodModel;
  readonly types: DesignModel["types"];
  readonly run: ServiceMethod;
}

export function boundMethod({
  tool,
  method,
  types,
  run,
}: BoundMethodOptions): (input: unknown, ctx: ToolContext) => Promise<ToolResult> {
  const payload = method.payload && selfContainedSchema(method.payload.schema, types);
  const result = tool.result && selfContainedSchema(tool.result.schema, types);
  const sources = serverDataSources(tool, types);
  return async (input, ctx) => {
    const given = payload === undefined ? undefined : await methodPayload(tool, input, payload);
    const returned = await run(given as never, ctx);
    if (isToolResult(returned)) return returned;
    const serverData = sources.flatMap((source) => source(returned));
    const extras = serverData.length === 0 ? undefined : { serverData };
    const value = result === undefined ? undefined : reshape(returned, result);
    return typeof value === "string" ? textResult(value, extras) : jsonResult(value, extras);
  };
}

/** What keeps the shapes of a tool and its method from being joined. */
export function bindingProblems(tool: ToolModel, method: MethodModel, types: DesignModel["types"]): string[] {
  const whole = (schema: JsonSchema) => selfContainedSchema(schema, types);
  const { payload, result, streamingResult } = method;
  const taken = payload && whole(payload.schema);
  return [
    ...(streamingResult === undefined ? [] : ["the method streams, and a tool returns once"]),
    ...(taken === undefined ? [] : shapeProblems(whole(sentSchema(tool, taken)), taken)),
    ...(tool.result === undefined || result === undefined
      ? []
      : shapeProblems(whole(result.schema), whole(tool.result.schema))),
  ];
}

function sentSchema(tool: ToolModel, taken: JsonSchema): JsonSchema {
  const { schema } = tool.payload;
  const value = schema.properties?.value;
  return isUnwrapped(tool, taken) && isSchemaObject(value) ? value : schema;
}

/** A single value travels to the tool as a property; to the method it goes as itself. */
function isUnwrapped({ payload }: ToolModel, taken: JsonSchema): boolean {
  return payload.isWrapped === true && taken.type !== "object";
}

/** The method may be stricter than the tool; what it does not take is told as wrong arguments are. */
async function methodPayload(tool: ToolModel, input: unknown, schema: JsonSchema): Promise<unknown> {
  const sent = isUnwrapped(tool, schema) && isObject(input) ? input.value : input;
  const compiled = compileSchema(schema, "input");
  const validator = compiled.validator ?? (await compiled.load());
  const validated = await validator(reshape(sent, schema));
  if (validated.issues !== undefined) throw new ToolInputError(tool.id, validated.issues);
  return validated.value;
}

type ServerDataSource = (returned: unknown) => ServerData[];

function serverDataSources({ serverData = [] }: ToolModel, types: DesignModel["types"]): ServerDataSource[] {
  return serverData.flatMap(({ kind, schema, fromMethodResultField: field }) => {
    if (field === undefined) return [];
    const shape = selfContainedSchema(schema, types);
    return [
      (returned: unknown): ServerData[] => {
        const data = fieldOf(returned, field);
        return data === undefined || data === null ? [] : [{ kind, data: reshape(data, shape) }];
      },
    ];
  });
}

function fieldOf(value: unknown, field: string): unknown {
  return isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}
