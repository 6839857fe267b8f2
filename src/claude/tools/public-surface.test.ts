import { expect, expectTypeOf, test } from "vitest";
import { KigumiError } from "../../errors/kigumi-error.ts";
import * as claude from "../index.ts";

test("FR-013 SC-007 the conversion API is public", () => {
  for (const name of [
    ...["convertTool", "convertToolWithDeps", "convertToolsToMcpServer", "createMcpServerFromTools", "DepsContext"],
    ...["extractToolsFromToolsets", "createToolsetRegistry", "formatReturnValueAsMcp", "getParametersJsonSchema"],
    ...["ToolCallContext", "serializeDeps", "deserializeDeps", "isSerializable", "exposedToolNames"],
  ]) {
    expect(claude).toHaveProperty(name, expect.any(Function));
  }
});

test("SC-005 every error is a KigumiError under the seed's name, with its facts as data", () => {
  const errors = [
    new claude.ToolValidationError("t", "no"),
    new claude.UnsupportedDepsTypeError("Client", "$"),
    new claude.ToolsetNotRegisteredError(["a"]),
    new claude.ToolNotFoundError(["a"], ["b"]),
    new claude.TypeHintResolutionError("T", "no"),
    new claude.MissingDepsError(["a"]),
  ];
  expect(errors.map(({ name, code, data }) => [name, code, data])).toEqual([
    ["ToolValidationError", "invalid_tool", { tool: "t" }],
    ["UnsupportedDepsTypeError", "unsupported_deps_type", { typeName: "Client", path: "$" }],
    ["ToolsetNotRegisteredError", "toolset_not_registered", { requestedTools: ["a"] }],
    ["ToolNotFoundError", "tool_not_found", { missingTools: ["a"], availableTools: ["b"] }],
    ["TypeHintResolutionError", "type_hint_resolution", { typeName: "T" }],
    ["MissingDepsError", "missing_deps", { tools: ["a"] }],
  ]);
  expect(errors.every((error) => KigumiError.isInstance(error))).toBe(true);
});

test("SC-008 public functions say what they take and give", () => {
  expectTypeOf(claude.convertTool).returns.toEqualTypeOf<claude.SdkMcpTool>();
  expectTypeOf(claude.convertToolWithDeps).returns.toEqualTypeOf<claude.SdkMcpTool>();
  expectTypeOf(claude.convertToolsToMcpServer).returns.toEqualTypeOf<claude.McpServerTools>();
  expectTypeOf(claude.createMcpServerFromTools).returns.resolves.toEqualTypeOf<claude.McpSdkServerConfig>();
  expectTypeOf(claude.extractToolsFromToolsets).parameter(0).toEqualTypeOf<claude.ToolSource>();
  expectTypeOf(claude.formatReturnValueAsMcp).returns.toEqualTypeOf<claude.McpResponse>();
  expectTypeOf(claude.serializeDeps).returns.toEqualTypeOf<string>();
  expectTypeOf(claude.isSerializable).returns.toEqualTypeOf<boolean>();
  expectTypeOf(new claude.DepsContext({ region: "eu" }).deps).toEqualTypeOf<{ region: string }>();
});
