import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    superUrl: string;
  }
}

const root = path.resolve(import.meta.dirname, "../..");
const TEMPLATE = "headroom_template";

/**
 * One server for the run: HEADROOM_TEST_SERVER when set (CI points it at PostgreSQL 15 for a second pass), else an own
 * one in .data/test. Its template database is migrated once; each test file gets a copy.
 */
export default async function setup(project: TestProject) {
  process.env.HEADROOM_PG_PORT ??= "54339";
  // Two runs in one checkout, each with a port of its own, share nothing.
  process.env.HEADROOM_DATA_DIR = path.join(root, `.data/test-${process.env.HEADROOM_PG_PORT}`);
  process.env.HEADROOM_PG_FSYNC = "off";
  const given = process.env.HEADROOM_TEST_SERVER;
  if (given) process.env.DATABASE_URL = given;
  else delete process.env.DATABASE_URL;
  const { openDatabase } = await import("../../scripts/database.mjs");
  const { prepareDatabase } = await import("../../scripts/migrate.mjs");
  const db = await openDatabase({ root, log: () => {} });
  const template = new URL(db.superUrl);
  template.pathname = `/${TEMPLATE}`;
  const admin = new pg.Client(db.superUrl);
  await admin.connect();
  const left = await admin.query("SELECT datname FROM pg_database WHERE datname LIKE 'headroom_t%'");
  for (const { datname } of left.rows) await admin.query(`DROP DATABASE ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await prepareDatabase({ superUrl: template.toString(), foreign: db.foreign });
  await admin.end();
  project.provide("superUrl", db.superUrl);
  return () => db.stop();
}
