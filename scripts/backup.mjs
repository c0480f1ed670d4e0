/**
 * `headroom backup [FILE]` and `headroom restore FILE`: all tables of one moment in one gzip file, with a digest for each,
 * and back into an empty installation. The own server brings no pg_dump; a foreign one may be of another version.
 *
 * The file, unpacked: one line of JSON that says what it is, then for each table one line of JSON, its rows in COPY's text
 * form and a line `\.`, then one line of JSON with rows and SHA-256 of each table. Secrets of the machine (the key that
 * signs sessions, the own server's password) are not in it.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import copyStreams from "pg-copy-streams";
import { openDatabase } from "./database.mjs";
import { prepareDatabase } from "./migrate.mjs";

const root = path.join(import.meta.dirname, "..");
const FORMAT = "headroom-backup-1";
const name = pg.escapeIdentifier;

/** Tables of the application, each after those it refers to; partitions go with their parent. */
async function tablesInOrder(client) {
  const { rows } = await client.query(`
    SELECT c.relname AS table,
           (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
           (SELECT array_agg(a.attname::text ORDER BY k.n) FROM pg_index i, unnest(i.indkey::int[]) WITH ORDINALITY AS k(attnum, n)
              JOIN pg_attribute a ON a.attnum = k.attnum WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid) AS key,
           (SELECT array_agg(DISTINCT f.confrelid::regclass::text) FROM pg_constraint f
             WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS refers
      FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r','p') AND NOT c.relispartition
       AND c.relname <> '_prisma_migrations' AND c.relpersistence = 'p'
     ORDER BY c.relname`);
  const tables = rows.map((r) => ({ ...r, refers: (r.refers ?? []).map((t) => t.replaceAll('"', "")) }));
  const done = [];
  const has = (t) => done.some((d) => d.table === t);
  while (done.length < tables.length) {
    const next = tables.find((t) => !has(t.table) && t.refers.every(has));
    if (!next) throw new Error("tables refer to each other in a circle");
    done.push(next);
  }
  return done;
}

async function migrationsOf(client) {
  const { rows } = await client.query(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name",
  );
  return rows.map((r) => `${r.migration_name} ${r.checksum}`);
}

const copyOut = ({ table, columns, key }) =>
  `COPY (SELECT ${columns.map(name).join(", ")} FROM ${name(table)} ORDER BY ${(key ?? columns).map(name).join(", ")}) TO STDOUT`;

/** Counts lines and takes the SHA-256 of everything that passes. */
function meter() {
  const hash = createHash("sha256");
  const seen = { rows: 0, sha256: "" };
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) seen.rows++;
      done(null, chunk);
    },
    flush(done) {
      seen.sha256 = hash.digest("hex");
      done();
    },
  });
  return { stream, seen };
}

/**
 * Writes all tables as they were at one moment.
 * @returns {Promise<{tables: number, rows: number, bytes: number}>}
 */
export async function backup({ ownerUrl, file, now }) {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const part = `${file}.part`;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables = await tablesInOrder(client);
    const into = new PassThrough();
    const written = pipeline(into, createGzip(), fs.createWriteStream(part, { mode: 0o600, flags: "wx" }));
    const line = (value) => into.write(`${JSON.stringify(value)}\n`);
    const work = (async () => {
      line({ format: FORMAT, at: now.toISOString(), migrations: await migrationsOf(client) });
      const held = [];
      for (const t of tables) {
        line({ table: t.table, columns: t.columns });
        const { stream, seen } = meter();
        const out = client.query(copyStreams.to(copyOut(t)));
        await Promise.all([pipeline(out, stream), pipeThrough(stream, into)]);
        into.write("\\.\n");
        held.push({ table: t.table, ...seen });
      }
      line({ tables: held });
      into.end();
      return held;
    })();
    const [held] = await Promise.all([work, written]);
    fs.renameSync(part, file);
    return { tables: held.length, rows: held.reduce((n, t) => n + t.rows, 0), bytes: fs.statSync(file).size };
  } catch (err) {
    fs.rmSync(part, { force: true });
    throw err.code === "EEXIST"
      ? new Error(`${part} is there already: another backup is being written, or one was cut off`)
      : err;
  } finally {
    await client.end();
  }
}

/** Passes everything on without ending the other side. */
async function pipeThrough(from, to) {
  for await (const chunk of from) if (!to.write(chunk)) await new Promise((r) => to.once("drain", r));
}

/** Takes lines and blocks of rows out of a stream of bytes; a row may be larger than any string. */
class Blocks {
  constructor(stream) {
    this.chunks = stream[Symbol.asyncIterator]();
    this.held = Buffer.alloc(0);
  }

  async more() {
    const { value, done } = await this.chunks.next();
    if (done) throw new Error("the file ends too early");
    this.held = this.held.length === 0 ? value : Buffer.concat([this.held, value]);
  }

  async json() {
    let end = this.held.indexOf(10);
    while (end < 0) {
      if (this.held.length > 64 * 1024 * 1024) throw new Error("the file is not as a backup is written");
      await this.more();
      end = this.held.indexOf(10);
    }
    const text = this.held.subarray(0, end).toString("utf8");
    this.held = this.held.subarray(end + 1);
    try {
      return JSON.parse(text);
    } catch {
      throw new Error("the file is not as a backup is written");
    }
  }

  /** The bytes up to the line `\\.`, which is taken too. */
  async *rows() {
    while (this.held.length < 3) await this.more();
    if (this.held.subarray(0, 3).equals(END)) {
      this.held = this.held.subarray(3);
      return;
    }
    for (;;) {
      const end = this.held.indexOf(AFTER_ROW);
      if (end >= 0) {
        yield this.held.subarray(0, end + 1);
        this.held = this.held.subarray(end + AFTER_ROW.length);
        return;
      }
      // The last bytes may be the beginning of the end.
      const sure = Math.max(0, this.held.length - END.length);
      if (sure > 0) yield this.held.subarray(0, sure);
      this.held = this.held.subarray(sure);
      await this.more();
    }
  }
}

const END = Buffer.from("\\.\n");
const AFTER_ROW = Buffer.from("\n\\.\n");

/**
 * Reads a backup from its first to its last byte and calls back at each table with its rows.
 * @returns {Promise<{header: object, held: object[]}>} what the file is, and what each table held
 */
async function readBackup(file, onTable) {
  const packed = fs.createReadStream(file);
  const plain = packed.pipe(createGunzip());
  packed.on("error", (e) => plain.destroy(e));
  const blocks = new Blocks(plain);
  const header = await blocks.json();
  if (header.format !== FORMAT) throw new Error(`this is no ${FORMAT} file`);
  const held = [];
  for (;;) {
    const entry = await blocks.json();
    if (entry.tables) {
      if (JSON.stringify(entry.tables) !== JSON.stringify(held))
        throw new Error("the rows are not those that were written: a digest does not hold");
      return { header, held };
    }
    const { stream, seen } = meter();
    const rows = Readable.from(blocks.rows(), { objectMode: false });
    await Promise.all([pipeline(rows, stream), onTable(entry, stream)]);
    held.push({ table: entry.table, ...seen });
  }
}

async function drain(stream) {
  for await (const _ of stream);
}

/**
 * Checks the whole file, then fills an empty installation in one transaction and compares what it holds with the digests.
 * @returns {Promise<{tables: number, rows: number, at: string}>}
 */
export async function restore({ ownerUrl, file }) {
  const { header, held } = await readBackup(file, (_entry, rows) => drain(rows));
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const here = await migrationsOf(client);
    if (JSON.stringify(here) !== JSON.stringify(header.migrations))
      throw new Error("the backup was made by another version of Headroom: restore it with that version, then upgrade");
    await client.query("BEGIN");
    const tables = await tablesInOrder(client);
    for (const t of tables) {
      if (t.table === "setup_link") await client.query("DELETE FROM setup_link");
      const { rowCount } = await client.query(`SELECT 1 FROM ${name(t.table)} LIMIT 1`);
      if (rowCount)
        throw new Error(`this installation is not empty (${t.table}): a backup is restored into a new one only`);
      // What the rules check while people work has been checked when the rows were written.
      await client.query(`ALTER TABLE ${name(t.table)} DISABLE TRIGGER USER`);
    }
    await readBackup(file, (entry, rows) => fill(client, tables, entry, rows));
    for (const t of tables) {
      await client.query(`ALTER TABLE ${name(t.table)} ENABLE TRIGGER USER`);
      const { stream, seen } = meter();
      const out = client.query(copyStreams.to(copyOut(t)));
      await Promise.all([pipeline(out, stream), drain(stream)]);
      const wanted = held.find((h) => h.table === t.table);
      if (wanted?.sha256 !== seen.sha256)
        throw new Error(`${t.table} did not come back as it was; nothing was restored`);
    }
    await client.query("COMMIT");
    return { tables: tables.length, rows: held.reduce((n, t) => n + t.rows, 0), at: header.at };
  } catch (err) {
    await client.query("ROLLBACK").catch(() => {});
    throw err;
  } finally {
    await client.end();
  }
}

async function fill(client, tables, entry, rows) {
  const table = tables.find((t) => t.table === entry.table);
  if (!table || JSON.stringify(table.columns) !== JSON.stringify(entry.columns))
    throw new Error(`the backup has a table ${entry.table} that does not fit`);
  const columns = entry.columns.map(name).join(", ");
  const partitioned = entry.table === "ledger_entry";
  // A month's partition has to be there before its rows, and only the rows say which months there are.
  if (partitioned) await client.query("CREATE TEMP TABLE restored (LIKE ledger_entry) ON COMMIT DROP");
  const target = partitioned ? "restored" : name(entry.table);
  await pipeline(rows, client.query(copyStreams.from(`COPY ${target} (${columns}) FROM STDIN`)));
  if (!partitioned) return;
  const { rows: months } = await client.query("SELECT DISTINCT month::text AS month FROM restored");
  for (const { month } of months) await client.query("SELECT system_ledger_month($1::date)", [month]);
  await client.query(`INSERT INTO ledger_entry (${columns}) SELECT ${columns} FROM restored`);
}

const USAGE = `headroom backup [FILE]   all tables of this installation, as of one moment, in one file
headroom restore FILE    back into a new, empty installation of the same version

The database is that of DATABASE_URL, or the own one in HEADROOM_DATA_DIR (.data).
FILE of a backup is headroom-<time>.backup.gz when it is not named.
`;

/** The command line's part. @returns {Promise<number>} exit code */
export async function main([command, file, ...more]) {
  if (file === "--help" || more.length > 0 || (command === "restore" && !file)) {
    process.stdout.write(USAGE);
    return file === "--help" ? 0 : 2;
  }
  try {
    if (command === "restore" && !fs.existsSync(file)) throw new Error(`${file} is not there`);
    const now = new Date();
    const target = file ?? `headroom-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.backup.gz`;
    if (command === "backup" && fs.existsSync(target)) throw new Error(`${target} is there already`);
    const started = await openDatabase({ root, log: () => {} });
    try {
      const { ownerUrl } = await prepareDatabase(started);
      const done =
        command === "backup" ? await backup({ ownerUrl, file: target, now }) : await restore({ ownerUrl, file });
      console.log(JSON.stringify({ file: target, ...done }));
    } finally {
      if (!started.wasRunning) await started.stop();
    }
    return 0;
  } catch (err) {
    console.error(err.message);
    return 2;
  }
}
