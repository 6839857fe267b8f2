/** Writes docs/reference/design.md from the table of functions that the evaluator itself uses. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderReference } from "../src/design/index.ts";

const folder = fileURLToPath(new URL("../docs/reference/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}design.md`, renderReference());
