/** JSON Schema under two names, ours and the model port's: the only place where one is taken for the other. */
import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { JsonSchema } from "../tool/schema/json-schema.ts";

type PortSchema = LanguageModelV4FunctionTool["inputSchema"];

export function toPortSchema(schema: JsonSchema): PortSchema {
  return schema as unknown as PortSchema;
}

export function fromPortSchema(schema: PortSchema): JsonSchema {
  return schema as unknown as JsonSchema;
}
