/** A value as a message may name it: short, on one line, and recognisable to whoever wrote it. */
import { Declaration } from "../expressions/declaration.ts";
import { PrimitiveType } from "../types/design-type.ts";

export function describeValue(value: unknown): string {
  if (value instanceof PrimitiveType) return `the type ${value.name}`;
  if (value instanceof Declaration) return `what ${declaredBy[value.kind] ?? value.kind} returned`;
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "function") return value.name === "" ? "a function" : `the function ${value.name}`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

const declaredBy: Readonly<Record<string, string>> = {
  api: "API",
  service: "Service",
  toolset: "Toolset",
  registry: "Registry",
  security: "a security function",
  namedToolset: "Export",
  agentToolset: "AgentToolset",
  method: "Method",
  mcpProvider: "FromMCP",
  registryProvider: "FromRegistry",
  cap: "a function for DefaultCaps",
  protocolVersion: "ProtocolVersion",
  type: "Type",
  list: "ArrayOf",
  map: "MapOf",
  union: "OneOf",
};
