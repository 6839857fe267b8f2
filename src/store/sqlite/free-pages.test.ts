import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { giveBackFreePages } from "./free-pages.ts";

/** A file of some 3,000 pages, of which all but a few are free. */
function emptied(autoVacuum: "INCREMENTAL" | "NONE") {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-free-pages-"));
  const path = join(folder, "file.db");
  const database = new DatabaseSync(path);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec(`
    PRAGMA auto_vacuum = ${autoVacuum};
    PRAGMA journal_mode = WAL;
    CREATE TABLE big (content BLOB);
    INSERT INTO big SELECT zeroblob(12000000);
    DELETE FROM big;
  `);
  const statements: string[] = [];
  const run = async (statement: string) => {
    statements.push(statement);
    return database.prepare(statement).all();
  };
  return { path, statements, access: { read: run, write: run } };
}

test("free pages go back to the disk a thousand at a time, and so does the log", async () => {
  const { path, statements, access } = emptied("INCREMENTAL");
  await giveBackFreePages(access);
  expect(statements.filter((statement) => statement.includes("vacuum"))).toHaveLength(3);
  expect(statSync(path).size).toBeLessThan(100_000);
  expect(statSync(`${path}-wal`).size).toBe(0);
});

test("a file that cannot shrink is tried once, and keeps its size", async () => {
  const { path, statements, access } = emptied("NONE");
  await giveBackFreePages(access);
  expect(statements.filter((statement) => statement.includes("vacuum"))).toHaveLength(1);
  expect(statSync(path).size).toBeGreaterThan(12_000_000);
});
