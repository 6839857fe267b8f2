/** Writes version after version of the same forty files, and a dot for each, until it is killed. */
import { writeGenerated } from "../../src/codegen/output/write-generated.ts";
import { HEADER } from "../../src/codegen/text/module-text.ts";

const [, , out = "", salt = ""] = process.argv;
for (let version = 0; ; version++) {
  const files = Array.from({ length: 40 }, (_, i) => [`a/${i}.ts`, `${HEADER}\n${salt} ${version} ${i}\n`] as const);
  const { conflicts } = await writeGenerated(out, new Map(files));
  if (conflicts.length > 0) throw new Error(JSON.stringify(conflicts));
  process.stdout.write(".");
}
