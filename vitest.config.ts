import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  // Examples import the package by its name, as their readers will; under test that is the source.
  resolve: {
    alias: [
      { find: /^kigumi$/, replacement: source("index.ts") },
      { find: /^kigumi\/(.*)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    setupFiles: ["test/setup.ts"],
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    // Every core: much of the time goes to waiting for child processes, for which a core need not be kept free.
    maxWorkers: "100%",
    // Long enough for property tests and child processes on a loaded two-core machine; never a performance assertion.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
