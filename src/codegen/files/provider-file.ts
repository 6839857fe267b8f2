/** `provider.ts` of a bound toolset: executes its tools with the service methods they are bound to. */
import type { ToolsetModel } from "../../design/index.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block, type Doc, list } from "../text/doc.ts";
import { stringLiteral } from "../text/literal.ts";
import { type Binding, bindingsOf } from "../transforms/bindings.ts";
import { dataFromResult, methodType, payloadTransform, resultTransform, serverDataTransform } from "./binding-code.ts";
import { addTransformsFile } from "./transforms-file.ts";

/** Methods behind tools of the toolset, and methods that an export hands its calls on to, have a pair of files each. */
export function addProviderFiles(files: GeneratedFiles, layout: Layout, toolset: ToolsetModel, dir: string): void {
  for (const behind of ["binding", "passthrough"] as const) {
    const bindings = bindingsOf(toolset, layout, behind);
    if (bindings.length === 0) continue;
    if (behind === "passthrough") assertHandedOn(bindings);
    const prefix = behind === "binding" ? "" : "passthrough_";
    const transforms = `${prefix}transforms.ts`;
    addTransformsFile(files, layout, { toolset, path: `${dir}/${transforms}`, bindings });
    addProvider(files, layout, {
      toolset,
      path: `${dir}/${prefix}provider.ts`,
      transforms: `./${transforms}`,
      bindings,
    });
  }
}

/** Nobody stands between an export and the method it hands calls on to, so nobody could map their types. */
function assertHandedOn(bindings: readonly Binding[]): void {
  const misfit = bindings.find(({ payload, result }) => payload.type === "mapped" || result.type === "mapped");
  if (misfit === undefined) return;
  const { names, reference, payload } = misfit;
  const what = payload.type === "mapped" ? "arguments" : "result";
  throw new KigumiError({
    code: "passthrough_types_differ",
    message: `the ${what} of ${names.tool.id} cannot be handed on to ${reference.service}.${reference.method} as they are; give both the same type, or bind the tool with BindTo and map them by hand`,
    data: { tool: names.tool.id, ...reference },
  });
}

interface ProviderFile {
  readonly toolset: ToolsetModel;
  readonly path: string;
  /** The specifier of the transforms. */
  readonly transforms: string;
  readonly bindings: readonly Binding[];
}

function addProvider(
  files: GeneratedFiles,
  layout: Layout,
  { toolset, path, bindings, transforms }: ProviderFile,
): void {
  const { pascal, camel } = layout.toolsetName(toolset);
  files.module(path, `Executes tools of toolset ${toolset.name} with the methods behind them.`, (module) => {
    const mappers = bindings.flatMap((binding) => mapperMember(binding, layout, module));
    const parameters = [`services: ${pascal}Services`, ...(mappers.length === 0 ? [] : [`mappers: ${pascal}Mappers`])];
    const ids = bindings.map(({ names }) => stringLiteral(names.tool.id));
    const all = module.importType(`${pascal}Executors`, "./specs.ts");
    const executors = bindings.map((binding) => executorOf(binding, transforms, layout, module));
    module.add(
      block(`export interface ${pascal}Services {`, serviceMembers(bindings, layout, module)),
      mappers.length === 0
        ? undefined
        : documented(
            "For tools whose types differ too much from those of their methods.",
            block(`export interface ${pascal}Mappers {`, mappers),
          ),
      ["const ids = ", list("[", ids, "]"), " as const;"],
      block(
        [`export function ${camel}Executors`, list("(", parameters, ")"), `: Pick<${all}, (typeof ids)[number]> {`],
        [block("return {", executors, "};")],
      ),
    );
  });
}

function serviceMembers(bindings: readonly Binding[], layout: Layout, module: GeneratedModule): Doc[] {
  const services = [...new Set(bindings.map(({ reference }) => reference.service))].toSorted();
  return services.map((service) => {
    const file = module.specifier(`${layout.serviceDir(service)}/service.ts`);
    const names = layout.serviceName(service);
    return `readonly ${names.camel}: ${module.importType(names.interface, file)};`;
  });
}

function mapperMember(binding: Binding, layout: Layout, module: GeneratedModule): Doc[] {
  const { names, method, payload, result } = binding;
  const own = (name: string) => module.importType(name, "./types.ts");
  const members: Doc[] = [];
  if (payload.type === "mapped" && method.payload !== undefined) {
    const target = methodType(method.payload.name, binding, layout, module);
    members.push(`payload(payload: ${own(names.payload.name)}): ${target};`);
  }
  if (result.type === "mapped" && method.result !== undefined && names.result !== undefined) {
    const source = methodType(layout.catalog.namesOf(method.result).input, binding, layout, module);
    members.push(`result(result: ${source}): ${own(layout.catalog.namesOf(names.result).input)};`);
  }
  return members.length === 0 ? [] : [block(`readonly ${stringLiteral(names.tool.id)}: {`, members, "};")];
}

function executorOf(binding: Binding, transforms: string, layout: Layout, module: GeneratedModule): Doc {
  const { names, method, reference, payload } = binding;
  const id = stringLiteral(names.tool.id);
  const sent = () => {
    if (payload.type === "mapped") return `mappers[${id}].payload(payload)`;
    return `${module.import(payloadTransform(binding), transforms)}(payload)`;
  };
  const [parameter, args] = payload.type === "none" ? ["_payload", "undefined, ctx"] : ["payload", `${sent()}, ctx`];
  const call = `await services.${layout.serviceName(reference.service).camel}.${method.camel}(${args});`;
  return block(`${id}: async (${parameter}, ctx) => {`, answer(binding, call, transforms, module), "},");
}

function answer(binding: Binding, call: string, transforms: string, module: GeneratedModule): Doc[] {
  const { names, result } = binding;
  if (result.type === "none") return [call, "return null;"];
  const value =
    result.type === "mapped"
      ? `mappers[${stringLiteral(names.tool.id)}].result(result)`
      : `${module.import(resultTransform(binding), transforms)}(result)`;
  if (dataFromResult(binding).length === 0) return [`const result = ${call}`, `return ${value};`];
  const data = `{ serverData: ${module.import(serverDataTransform(binding), transforms)}(result) }`;
  return [`const result = ${call}`, `return ${module.import("jsonResult", "kigumi")}(${value}, ${data});`];
}
