/**
 * Prisma's schema engine as WebAssembly (npm @prisma/schema-engine-wasm; keep its engines hash equal to the Prisma CLI's)
 * over @prisma/adapter-pg, with the three gaps of that adapter closed:
 *   1. catalogue types ("char", int2vector …) that it refuses to read;
 *   2. executeScript(), which splits on ";" and so breaks functions, DO blocks and all-or-nothing migrations;
 *   3. connectToShadowDb(), which with a connection string opens the main database, and drops before it disconnects.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { parse as parseConnectionString } from "pg-connection-string";

const require = createRequire(import.meta.url);
const wasmDir = path.dirname(require.resolve("@prisma/schema-engine-wasm"));
export const engineVersion = JSON.parse(fs.readFileSync(path.join(wasmDir, "package.json"), "utf8")).version;

/** Prisma's own URL parameters mean nothing to node-postgres. */
export function splitUrl(raw) {
  const url = new URL(raw);
  const schema = url.searchParams.get("schema") ?? "public";
  for (const k of ["schema", "connection_limit", "pool_timeout", "pgbouncer", "connect_timeout"])
    url.searchParams.delete(k);
  return {
    connectionString: url.toString(),
    schema,
    database: decodeURIComponent(url.pathname.slice(1)),
    host: url.hostname,
    port: url.port || "5432",
    user: decodeURIComponent(url.username),
  };
}

// "char", int2vector, regproc, oidvector, pg_node_tree, regclass, regtype, regnamespace
const CATALOG_OIDS = new Set([18, 22, 24, 30, 194, 2205, 2206, 4089]);
const charColumns = new WeakMap();

function presentCatalogTypes(res) {
  for (const r of Array.isArray(res) ? res : [res]) {
    if (!r?.fields) continue;
    const chars = [];
    r.fields.forEach((f, i) => {
      if (f.dataTypeID === 18) chars.push(i);
      if (CATALOG_OIDS.has(f.dataTypeID)) f.dataTypeID = 25;
    });
    if (chars.length) charColumns.set(r.rows, chars);
  }
  return res;
}

class CatalogClient extends pg.Client {
  query(config, values, callback) {
    if (typeof values === "function") [values, callback] = [undefined, values];
    if (typeof callback === "function")
      return super.query(config, values, (err, res) => callback(err, err ? res : presentCatalogTypes(res)));
    const out = super.query(config, values);
    return typeof out?.then === "function" ? out.then(presentCatalogTypes) : out;
  }
}

function markCharColumns(queryable) {
  const queryRaw = queryable.queryRaw.bind(queryable);
  queryable.queryRaw = async (q) => {
    const out = await queryRaw(q);
    for (const i of charColumns.get(out.rows) ?? []) out.columnTypes[i] = ColumnTypeEnum.Character;
    return out;
  };
  return queryable;
}

/** One connection, kept open: Prisma's advisory lock belongs to a session. */
function poolConfig({ connectionString, schema }) {
  const c = parseConnectionString(connectionString);
  const options = schema === "public" ? c.options : `${c.options ?? ""} -c search_path="${schema}"`.trim();
  return {
    ...c,
    port: c.port ? Number(c.port) : undefined,
    options,
    max: 1,
    idleTimeoutMillis: 0,
    Client: CatalogClient,
  };
}

class MigrationPg extends PrismaPg {
  #config;
  #options;
  opened = [];
  constructor(config, options) {
    super(config, options);
    this.#config = config;
    this.#options = options;
  }
  async connect() {
    const adapter = markCharColumns(await super.connect());
    this.opened.push(adapter);
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => markCharColumns(await startTransaction(level));
    adapter.executeScript = async (script) => {
      try {
        await adapter.underlyingDriver().query(script); // simple protocol: one implicit transaction, as the native engine does
      } catch (err) {
        adapter.onError(err);
      }
    };
    return adapter;
  }
  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    const admin = await super.connect();
    await admin.underlyingDriver().query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
    const shadow = await new MigrationPg({ ...this.#config, database }, this.#options).connect();
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await admin.underlyingDriver().query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)}`);
      await admin.dispose();
    };
    return shadow;
  }
}

/** The text of a Rust panic, which the WebAssembly build hands to this global. */
export const panic = { message: "" };
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (m) => {
    panic.message = String(m);
  },
};

export async function openEngine({ url, shadowUrl, datamodels = [], log = () => {} }) {
  const bg = await import(pathToFileURL(path.join(wasmDir, "schema_engine_bg.js")).href);
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(path.join(wasmDir, "schema_engine_bg.wasm")), {
    "./schema_engine_bg.js": bg,
  });
  bg.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const target = splitUrl(url ?? "postgresql://127.0.0.1:1/none"); // offline `migrate diff` never connects
  const factory = new MigrationPg(poolConfig(target), { schema: target.schema });
  if (shadowUrl) {
    const s = splitUrl(shadowUrl);
    factory.connectToShadowDb = () => new MigrationPg(poolConfig(s), { schema: s.schema }).connect();
  }
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await bg.SchemaEngine.new({ datamodels: datamodels.length ? datamodels : undefined }, log, adapter);
  return Object.assign(engine, { close: () => Promise.all(factory.opened.splice(0).map((a) => a.dispose())) });
}

/** What the CLI sends as `migrationsList`. */
export function readMigrations(baseDir) {
  const lock = path.join(baseDir, "migration_lock.toml");
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: fs.existsSync(lock) ? fs.readFileSync(lock, "utf8") : null },
    shadowDbInitScript: "",
    migrationDirectories: fs
      .readdirSync(baseDir, { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok", value: fs.readFileSync(path.join(baseDir, name, "migration.sql"), "utf8") },
        },
      })),
  };
}

/** `prisma migrate deploy` without the CLI: same engine, same `_prisma_migrations` rows. */
export async function deploy({ url, migrationsDir }) {
  const engine = await openEngine({ url });
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: readMigrations(migrationsDir),
      filters: { externalTables: [], externalEnums: [] },
    });
    return appliedMigrationNames;
  } finally {
    await engine.close();
  }
}
