import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    // Long enough for property tests and child processes on a loaded two-core machine; never a performance assertion.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
