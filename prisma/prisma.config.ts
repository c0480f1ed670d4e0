import path from "node:path";
import { defineConfig } from "prisma/config";

const root = path.join(import.meta.dirname, "..");
// The schema engine compiled to WebAssembly, so that no native binary is downloaded. Set the variable to use another one.
if (process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(root, "scripts/schema-engine.mjs");
}

export default defineConfig({
  schema: path.join(root, "prisma/schema.prisma"),
  migrations: { path: path.join(root, "prisma/migrations") },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://none@127.0.0.1:1/none" },
});
