/** Where things are kept: output stores in memory, in files and in SQLite, all of one shape. */
export { createFileOutputStore, type FileOutputStoreOptions } from "./file-output-store.ts";
export { createMemoryOutputStore, type MemoryOutputStoreOptions } from "./memory-output-store.ts";
export { createSqliteOutputStore, type SqliteOutputStoreOptions } from "./sqlite-output-store.ts";
