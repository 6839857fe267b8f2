/** `types.ts` and `codecs.ts` of a folder: of the whole design, of a service, of a toolset or of completions. */
import { addCodecs } from "../codecs/codecs-module.ts";
import type { GeneratedFiles } from "../layout/generated-files.ts";
import { type Layout, USER_CODECS_FILE, USER_TYPES_FILE } from "../layout/layout.ts";
import type { NamedType } from "../types/type-catalog.ts";
import { addTypes } from "../types/types-module.ts";

/** The types that the design gives names to, which everything else refers to. */
export function addUserTypeFiles(files: GeneratedFiles, { catalog }: Layout): void {
  const { types } = catalog;
  if (types.length === 0) return;
  files.module(USER_TYPES_FILE, "The named types of the design.", (module) => addTypes(module, { catalog, types }));
  files.module(USER_CODECS_FILE, "The codecs of the named types of the design.", (module) => {
    addCodecs(module, { catalog, types, typesFile: "./types.ts" });
  });
}

/** `of`: whose types they are, as the purpose of the files says it. */
export function addTypeFiles(
  files: GeneratedFiles,
  { catalog }: Layout,
  { dir, of, types }: { dir: string; of: string; types: readonly NamedType[] },
): void {
  if (types.length === 0) return;
  files.module(`${dir}/types.ts`, `The types of ${of}.`, (module) => {
    addTypes(module, { catalog, types, userTypesFile: module.specifier(USER_TYPES_FILE) });
  });
  files.module(
    `${dir}/codecs.ts`,
    `The codecs of ${of}: JSON in and out, checked by code made for each type.`,
    (module) => {
      const userCodecsFile = module.specifier(USER_CODECS_FILE);
      addCodecs(module, { catalog, types, typesFile: "./types.ts", userCodecsFile });
    },
  );
}
