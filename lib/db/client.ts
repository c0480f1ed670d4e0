import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "@/lib/env/env.mjs";
import { Prisma, PrismaClient } from "./generated/client";

/** Next.js reloads modules while developing; the pools outlive that on globalThis. */
const held = globalThis as unknown as {
  headroomPrisma?: PrismaClient;
  headroomModels?: string;
  headroomPool?: pg.Pool;
};

/** A client that was generated before a table came knows nothing of it: while developing, a new one takes its place. */
const MODELS = Object.keys(Prisma.ModelName).join();

/** node-postgres knows no `schema`, and Prisma's own URL parameters mean nothing to it. */
function connectionString(): string {
  const url = new URL(env.databaseUrl);
  for (const k of ["schema", "connection_limit", "pool_timeout", "pgbouncer"]) url.searchParams.delete(k);
  return url.toString();
}

export function prisma(): PrismaClient {
  if (held.headroomPrisma === undefined || held.headroomModels !== MODELS) {
    void held.headroomPrisma?.$disconnect();
    held.headroomModels = MODELS;
    held.headroomPrisma = new PrismaClient({
      adapter: new PrismaPg({ connectionString: connectionString(), max: env.databasePoolSize }),
    });
  }
  return held.headroomPrisma;
}

/** Second runner: COPY has no word in Prisma. */
export function pool(): pg.Pool {
  held.headroomPool ??= new pg.Pool({
    connectionString: connectionString(),
    max: Math.max(2, Math.ceil(env.databasePoolSize / 4)),
  });
  return held.headroomPool;
}

export async function closeConnections(): Promise<void> {
  await held.headroomPrisma?.$disconnect();
  await held.headroomPool?.end();
  delete held.headroomPrisma;
  delete held.headroomPool;
}

export type Tx = Prisma.TransactionClient;
export { Prisma };
