import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const alias = { "@": root, "server-only": path.join(root, "lib/testing/empty.ts") };

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{lib,components,app,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.{int,long}.test.ts", "node_modules/**"],
          environment: "node",
          // Pure code: files share what they import, and both cores work.
          isolate: false,
          maxWorkers: 2,
          // Properties run thousands of cases; a busy machine may take its time over them.
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["lib/**/*.int.test.ts"],
          environment: "node",
          globalSetup: ["lib/testing/postgres.global.ts"],
          pool: "forks",
          // Files share what they import, each opens a database of its own; one that changes a module asks for them anew.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // `npm run test:long`: crashes, files that are larger than memory.
        resolve: { alias },
        test: {
          name: "long",
          include: ["lib/**/*.long.test.ts"],
          environment: "node",
          globalSetup: ["lib/testing/postgres.global.ts"],
          pool: "forks",
          maxWorkers: 1,
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
