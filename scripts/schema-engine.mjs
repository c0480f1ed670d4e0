#!/usr/bin/env node
/** Stands in for Prisma's native `schema-engine`: line-delimited JSON-RPC 2.0 on stdio, and its `cli` subcommands. See wasm-engine.mjs. */
import fs from "node:fs";
import readline from "node:readline";
import pg from "pg";
import { engineVersion, openEngine, panic, splitUrl } from "./wasm-engine.mjs";

const opts = { datamodels: [], datasource: {} };
const argv = process.argv.slice(2);
while (argv.length) {
  const a = argv.shift();
  if (a === "--datamodels") opts.datamodels.push(argv.shift());
  else if (a === "--datasource") opts.datasource = JSON.parse(argv.shift());
  else if (a === "--enabled-preview-features" || a === "--extension-types") argv.shift();
  else if (a === "--version" || a === "-V") opts.version = true;
  else if (a === "cli") opts.cli = argv.shift();
  else throw new Error(`schema-engine: unknown argument ${a}`);
}

const log = (level, fields) =>
  process.stderr.write(
    `${JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" })}\n`,
  );

function userFacing(err, u) {
  if (["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH"].includes(err?.code) || err instanceof AggregateError)
    return {
      error_code: "P1001",
      message: `Can't reach database server at \`${u.host}:${u.port}\`\n\nPlease make sure your database server is running at \`${u.host}:${u.port}\`.`,
    };
  if (err?.code === "3D000") return { error_code: "P1003", message: `Database \`${u.database}\` does not exist` };
  if (err?.code === "28P01" || err?.code === "28000")
    return {
      error_code: "P1000",
      message: `Authentication failed against the database server: the credentials for \`${u.user}\` are not valid.`,
    };
  return { error_code: "P1010", message: String(err?.message ?? err) };
}

async function cli(command, u) {
  log("INFO", { message: "Starting schema engine CLI" }); // the Prisma CLI skips the first line
  const connectionString =
    command === "can-connect-to-database"
      ? u.connectionString
      : Object.assign(new URL(u.connectionString), { pathname: "/postgres" }).toString();
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    if (command === "create-database") await client.query(`CREATE DATABASE ${pg.escapeIdentifier(u.database)}`);
    else if (command === "drop-database") await client.query(`DROP DATABASE ${pg.escapeIdentifier(u.database)}`);
    else if (command !== "can-connect-to-database") throw new Error(`unknown command ${command}`);
    return 0;
  } catch (err) {
    log("ERROR", { is_panic: false, ...userFacing(err, u) });
    return 1;
  } finally {
    await client.end().catch(() => {});
  }
}

function serve() {
  const send = (msg) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...msg })}\n`);
  let engine;
  let inFlight;
  let queue = Promise.resolve();
  const fail = (id, err) => {
    const message = panic.message || String(err?.message ?? err);
    send({
      id,
      error: { code: 4466, message, data: { is_panic: false, message, error_code: err?.code, meta: err?.meta } },
    });
  };
  // A panic can surface outside the awaited call; without this the CLI would end quietly with exit code 0.
  const die = (err) => {
    if (inFlight !== undefined) fail(inFlight, err);
    setTimeout(() => process.exit(101), 50);
  };
  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);

  async function call(method, params) {
    if (method === "createDatabase") {
      const u = splitUrl(params?.datasource?.url ?? opts.datasource.url);
      if ((await cli("create-database", u)) !== 0) throw new Error(`could not create database ${u.database}`);
      return { databaseName: u.database };
    }
    engine ??= await openEngine({
      url: opts.datasource.url,
      shadowUrl: opts.datasource.shadowDatabaseUrl,
      datamodels: opts.datamodels.map((f) => [f, fs.readFileSync(f, "utf8")]),
      log: (line) => process.stderr.write(line.endsWith("\n") ? line : `${line}\n`),
    });
    if (method === "getDatabaseVersion") return engine.version(params ?? null);
    if (typeof engine[method] !== "function") throw new Error(`schema-engine-wasm has no method ${method}`);
    const result = await engine[method](params);
    if (method === "diff" && result?.stdout)
      send({ id: "print-1", method: "print", params: { content: result.stdout } });
    return result ?? null;
  }

  const lines = readline.createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on("line", (line) => {
    const req = JSON.parse(line);
    if (!req.method) return; // the acknowledgement of a print
    queue = queue.then(async () => {
      inFlight = req.id;
      try {
        send({ id: req.id, result: await call(req.method, req.params) });
      } catch (err) {
        fail(req.id, err);
      } finally {
        inFlight = undefined;
      }
    });
  });
  lines.on("close", () => queue.finally(() => process.exit(0)));
}

if (opts.version) console.log(`schema-engine-wasm ${engineVersion}`);
else if (opts.cli) process.exit(await cli(opts.cli, splitUrl(opts.datasource.url)));
else serve();
