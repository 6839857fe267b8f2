/** The embedded default, each run in a file of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createSqliteEngine } from "../../src/engine/create-sqlite-engine.ts";
import { runConformance } from "./run-conformance.ts";

const folder = mkdtempSync(join(tmpdir(), "kigumi-conformance-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

runConformance("sqlite", () => createSqliteEngine({ file: join(folder, `${++files}.db`) }));
