/** `transforms.ts` of a bound toolset: from the tool's arguments to the method's, and from its result back. */
import type { ToolsetModel } from "../../design/index.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { block, braces, type Doc, list } from "../text/doc.ts";
import { memberAccess, stringLiteral } from "../text/literal.ts";
import type { Binding, Conversion } from "../transforms/bindings.ts";
import {
  dataFromResult,
  methodCodec,
  methodType,
  payloadTransform,
  resultTransform,
  serverDataTransform,
} from "./binding-code.ts";

const RUNTIME = "kigumi/codegen/runtime";

export function addTransformsFile(
  files: GeneratedFiles,
  layout: Layout,
  { toolset, path, bindings }: { toolset: ToolsetModel; path: string; bindings: readonly Binding[] },
): void {
  const purpose = `How the types of toolset ${toolset.name} and of the methods behind it become each other.`;
  files.module(path, purpose, (module) => {
    for (const binding of bindings) {
      module.add(
        payloadFunction(binding, layout, module),
        resultFunction(binding, layout, module),
        serverDataFunction(binding, layout, module),
      );
    }
  });
}

function payloadFunction(binding: Binding, layout: Layout, module: GeneratedModule): Doc | undefined {
  const { names, method, payload } = binding;
  if (method.payload === undefined || !isWritten(payload)) return undefined;
  const source = module.importType(names.payload.name, "./types.ts");
  const target = methodType(method.payload.name, binding, layout, module);
  const head = `export function ${payloadTransform(binding)}(payload: ${source}): ${target} {`;
  const codec = methodCodec(layout.catalog.namesOf(method.payload).codec, binding, layout, module);
  const parts = [stringLiteral(names.tool.id), codec, convert("payload", payload, module)];
  return block(head, [["return ", module.import("methodPayload", RUNTIME), list("(", parts, ")"), ";"]]);
}

function resultFunction(binding: Binding, layout: Layout, module: GeneratedModule): Doc | undefined {
  const { names, method, result } = binding;
  if (method.result === undefined || names.result === undefined || !isWritten(result)) return undefined;
  const source = methodType(layout.catalog.namesOf(method.result).input, binding, layout, module);
  const target = module.importType(layout.catalog.namesOf(names.result).input, "./types.ts");
  const head = `export function ${resultTransform(binding)}(result: ${source}): ${target} {`;
  return block(head, [`return ${convert("result", result, module)};`]);
}

function serverDataFunction(binding: Binding, layout: Layout, module: GeneratedModule): Doc | undefined {
  const { method, names } = binding;
  const data = dataFromResult(binding);
  if (method.result === undefined || data.length === 0) return undefined;
  const source = methodType(layout.catalog.namesOf(method.result).input, binding, layout, module);
  const returned = module.importType("ServerData", "kigumi");
  const entries = data.map(({ kind, field }) => {
    return braces([`kind: ${stringLiteral(kind)}`, `data: result${memberAccess(field)}`]);
  });
  const head = `export function ${serverDataTransform(binding)}(result: ${source}): ${returned}[] {`;
  const spec = `${module.import(names.declaration, "./specs.ts")}.spec`;
  return block(head, [
    ["return ", module.import("declaredServerData", RUNTIME), list("(", [spec, list("[", entries, "]")], ")"), ";"],
  ]);
}

function isWritten({ type }: Conversion): boolean {
  return type !== "mapped" && type !== "none";
}

function convert(value: string, conversion: Conversion, module: GeneratedModule): string {
  if (conversion.type === "unwrapped") return `${value}.value`;
  if (conversion.type !== "picked") return value;
  const fields = conversion.fields.map(stringLiteral).join(", ");
  return `${module.import("pickFields", RUNTIME)}(${value}, [${fields}])`;
}
