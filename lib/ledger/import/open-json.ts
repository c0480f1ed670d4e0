import type { FileErrorCode } from "../codes";
import type { BillRow, RefusedRow } from "../schema";
import type { BillFormat, JsonHead, JsonReading, ReadOptions, WarningLog } from "./bill-format";
import { isObject } from "./json-objects";
import { isJsonLines, JsonLines, JsonObjects, type Listed, NotStreamed, objectIn } from "./json-stream";
import { chooseFormat, refusedForKey, unknownFormat } from "./read";
import { FIRST_OBJECT } from "./records";

type Json = Readonly<Record<string, unknown>>;

/** A JSON text that can be read from its start as often as wanted. */
export interface JsonSource {
  readonly name: string;
  readonly digest: string;
  /** Its first characters. */
  readonly start: string;
  readonly texts: () => AsyncIterable<string>;
}

export type OpenedJson =
  | {
      readonly ok: true;
      readonly format: BillFormat;
      readonly header: readonly string[];
      readonly reading: JsonReading;
    }
  | { readonly ok: false; readonly code: FileErrorCode; readonly message: string };

/** So many objects of each list tell what file it is. */
const SAMPLE = 20;
const BATCH = 250;
/** More names than this are no header. */
const MOST_NAMES = 10_000;

/**
 * Opens a JSON bill whose objects can be read one by one: three passes, none of which holds more than one of them. Null for
 * a file that has to be read whole.
 */
export async function openJson(
  source: JsonSource,
  wanted: string | null,
  options: ReadOptions,
): Promise<OpenedJson | null> {
  try {
    const { head, sample } = await headOf(source);
    const { name, digest, start } = source;
    const file = { name, digest, text: start, header: [], delimiter: ",", json: sample };
    const format = chooseFormat(file, wanted);
    if (format === null) return { ok: false, ...unknownFormat(wanted) };
    const reading = format.json?.(head, options) ?? null;
    if (reading === null) return null;
    const names = new Set<string>();
    let any = false;
    for await (const [object, record] of records(source, reading)) {
      any = true;
      for (const key of Object.keys(object)) if (names.size < MOST_NAMES) names.add(key);
      if (reading.scout?.(object, record) === false) return null;
    }
    return any ? { ok: true, format, header: [...names], reading } : null;
  } catch (problem) {
    if (problem instanceof NotStreamed) return null;
    throw problem;
  }
}

/** Every record of the file, in lots. Warnings go into the log. */
export async function* jsonPass(
  source: JsonSource,
  reading: JsonReading,
  log: WarningLog,
): AsyncGenerator<readonly (BillRow | RefusedRow)[]> {
  const read = reading.reader(log);
  let items: (BillRow | RefusedRow)[] = [];
  for await (const [object, record] of records(source, reading)) {
    const lines = read(object, record);
    if ("reason" in lines) items.push(lines);
    else for (const line of lines) items.push(refusedForKey(line) ?? line);
    if (items.length < BATCH) continue;
    yield items;
    items = [];
  }
  yield items;
}

async function* records(source: JsonSource, reading: JsonReading): AsyncGenerator<readonly [Json, number]> {
  let record = FIRST_OBJECT;
  for await (const listed of valuesOf(source, readerOf(source))) {
    for (const { path, text } of listed) {
      if (!reading.holds(path)) continue;
      const object = objectIn(text);
      if (object === null) continue;
      for (const own of reading.unfold?.(object) ?? [object]) yield [own, record++];
    }
  }
}

type Reader = JsonObjects | JsonLines;
const readerOf = ({ start }: JsonSource): Reader => (isJsonLines(start) ? new JsonLines() : new JsonObjects());

/** Values of lists as they come, piece of text by piece of text. */
async function* valuesOf(source: JsonSource, reader: Reader): AsyncGenerator<Iterable<Listed>> {
  for await (const text of source.texts()) yield reader.push(text);
  yield reader.end();
}

async function headOf(source: JsonSource): Promise<{ head: JsonHead; sample: unknown }> {
  const reader = readerOf(source);
  const first = new Map<string, { path: readonly string[]; objects: Json[] }>();
  for await (const listed of valuesOf(source, reader)) {
    for (const { path, text } of listed) {
      const key = JSON.stringify(path);
      const known = first.get(key) ?? { path, objects: [] };
      first.set(key, known);
      if (known.objects.length >= SAMPLE) continue;
      const object = objectIn(text);
      if (object !== null) known.objects.push(object);
    }
  }
  const rest = reader.rest();
  let sample = rest;
  for (const { path, objects } of first.values()) sample = withList(sample, path, objects);
  return { head: { rest, lists: [...first.values()].map(({ path }) => path) }, sample };
}

/** The file with the first objects of a list in their place. */
function withList(json: unknown, path: readonly string[], objects: readonly Json[]): unknown {
  const [key, ...deeper] = path;
  if (key === undefined) return objects;
  return isObject(json) ? { ...json, [key]: withList(json[key], deeper, objects) } : json;
}
