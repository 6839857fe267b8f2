/** The two modules of some user types, without a design around them. */
import { addCodecs } from "../../src/codegen/codecs/codecs-module.ts";
import type { UserTypes } from "../../src/codegen/codecs/schema-reader.ts";
import { ModuleText } from "../../src/codegen/text/module-text.ts";
import { TypeCatalog } from "../../src/codegen/types/type-catalog.ts";
import { addTypes } from "../../src/codegen/types/types-module.ts";

export function generateCodecs(types: UserTypes): Map<string, string> {
  const catalog = new TypeCatalog(types);
  const declared = new ModuleText("User types.");
  addTypes(declared, { catalog, types: catalog.types });
  const codecs = new ModuleText("Codecs of the user types.");
  addCodecs(codecs, { catalog, types: catalog.types, typesFile: "./types.ts" });
  return new Map([
    ["types.ts", String(declared)],
    ["codecs.ts", String(codecs)],
  ]);
}
