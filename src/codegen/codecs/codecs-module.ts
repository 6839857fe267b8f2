/** Writes the codecs of a module: the schema of each type, the decoder that was made from it, and the two joined. */
import { braces, type Doc, group, indent, line, lines } from "../text/doc.ts";
import { literal, property, stringLiteral } from "../text/literal.ts";
import type { ModuleText } from "../text/module-text.ts";
import type { NamedType, TypeCatalog } from "../types/type-catalog.ts";
import { DecoderWriter } from "./decoder-writer.ts";
import { RUNTIME_NAMES } from "./runtime-names.ts";

const RUNTIME = "kigumi/codegen/runtime";

export interface CodecsModuleOptions {
  readonly catalog: TypeCatalog;
  readonly types: readonly NamedType[];
  /** The module that declares the types. */
  readonly typesFile: string;
  /** Where the codecs of the user types are; undefined in the module that declares them. */
  readonly userCodecsFile?: string;
}

export function addCodecs(module: ModuleText, options: CodecsModuleOptions): void {
  if (options.types.length === 0) return;
  const { catalog, types } = options;
  const writer = new DecoderWriter({
    reader: catalog.reader,
    userDecoder: (label) => fromUserModule(catalog.namesOf(catalog.named(label)).decoder, module, options),
    taken: [...RUNTIME_NAMES, ...types.flatMap((type) => Object.values(catalog.namesOf(type)))],
  });
  module.importType("Codec", RUNTIME);
  if (isUserModule(options)) module.add(...types.map((type) => userSchema(type, module, options)));
  module.add(...types.map((type) => writeCodec(type, writer, module, options)));
  for (const name of writer.functions.length === 0 ? [] : writer.runtime) {
    if (name === "Issues" || name === "Step") module.importType(name, RUNTIME);
    else module.import(name, RUNTIME);
  }
  if (writer.constants.length > 0) module.add(lines(writer.constants));
  module.add(...writer.functions);
}

function isUserModule({ userCodecsFile }: CodecsModuleOptions): boolean {
  return userCodecsFile === undefined;
}

function fromUserModule(name: string, module: ModuleText, { userCodecsFile }: CodecsModuleOptions): string {
  return userCodecsFile === undefined ? name : `${module.importAll("userCodecs", userCodecsFile)}.${name}`;
}

/** The schema of a user type as it stands in the design; others take it along under `$defs`. */
function userSchema(type: NamedType, module: ModuleText, { catalog }: CodecsModuleOptions): Doc {
  module.importType("JsonSchema", "kigumi");
  return [`export const ${catalog.namesOf(type).schema}: JsonSchema = `, literal(type.schema), ";"];
}

function writeCodec(type: NamedType, writer: DecoderWriter, module: ModuleText, options: CodecsModuleOptions): Doc {
  const { catalog, typesFile } = options;
  const names = catalog.namesOf(type);
  const types = module.importAllTypes("types", typesFile);
  const parameters = [...new Set([names.type, names.input])].map((name) => `${types}.${name}`);
  const head = `export const ${names.codec}: Codec<${parameters.join(", ")}> =`;
  const userType = catalog.userType(type.schema);
  if (userType !== undefined && !isUserModule(options)) {
    return group(head, indent(line, fromUserModule(catalog.namesOf(userType).codec, module, options)), ";");
  }
  module.import("createCodec", RUNTIME);
  writer.write(type.schema, [type.name], { name: names.decoder, isExported: isUserModule(options) });
  const members = [
    ["name: ", stringLiteral(type.label)],
    ["schema: ", selfContained(type, module, options)],
    ["decode: ", names.decoder],
  ];
  return [head, " createCodec(", braces(members), ");"];
}

/** The schema with every user type that it reaches, each written once in the whole design. */
function selfContained(type: NamedType, module: ModuleText, options: CodecsModuleOptions): Doc {
  const { catalog } = options;
  const root = catalog.reader.dereference(type.schema);
  const isDeclared = isUserModule(options) && root === type.schema;
  const reached = catalog.reachedFrom(root).map((each) => {
    return property(each.label, fromUserModule(catalog.namesOf(each).schema, module, options));
  });
  const { schema } = catalog.namesOf(type);
  if (isDeclared && reached.length === 0) return schema;
  const own = isDeclared ? [`...${schema}`] : membersOf(root);
  return braces([...own, ...(reached.length === 0 ? [] : [property("$defs", braces(reached))])]);
}

function membersOf(schema: object): Doc[] {
  return Object.entries(schema).map(([keyword, value]) => property(keyword, literal(value)));
}
