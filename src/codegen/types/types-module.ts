/** Writes the types of a module: each as it is decoded and, where that differs, as it may be sent. */
import type { ModuleText } from "../text/module-text.ts";
import type { NamedType, TypeCatalog } from "./type-catalog.ts";
import { type TypeForm, TypeWriter } from "./type-writer.ts";

export interface TypesModuleOptions {
  readonly catalog: TypeCatalog;
  readonly types: readonly NamedType[];
  /** Where the user types are; undefined in the module that declares them. */
  readonly userTypesFile?: string;
}

export function addTypes(module: ModuleText, { catalog, types, userTypesFile }: TypesModuleOptions): void {
  const userType = (label: string, form: TypeForm): string => {
    const names = catalog.namesOf(catalog.named(label));
    const name = form === "decoded" ? names.type : names.input;
    return userTypesFile === undefined ? name : `${module.importAllTypes("userTypes", userTypesFile)}.${name}`;
  };
  const { reader } = catalog;
  const decoded = new TypeWriter({ reader, userType, form: "decoded" });
  const sent = new TypeWriter({ reader, userType, form: "input" });
  for (const type of types) {
    const names = catalog.namesOf(type);
    module.add(decoded.declaration(names.type, type.schema));
    if (names.input !== names.type) module.add(sent.declaration(names.input, type.schema));
  }
}
