/** Hexadecimal digits of the record and of its part at the end of an id. */
const [RECORD, PART] = [8, 4];

/**
 * Ids of the entries of one import: what tells the import apart, then the record of the file and the part of the record. So
 * one line of a file cannot become two entries, whoever writes them: the ledger's key refuses the second. And entries that
 * come together lie together in every index, where random ids would touch a page each. They are UUIDs of version 8 (RFC
 * 9562), the one for layouts of one's own.
 */
export class EntryIds {
  private readonly start: string;

  /** @param importId a random UUID: all its digits but the last twelve are kept */
  constructor(importId: string) {
    this.start = `${importId.slice(0, 14)}8${importId.slice(15, 24)}`;
  }

  /** Throws RangeError for a record or part beyond what an id holds. */
  of({ record, part }: { readonly record: number; readonly part: number }): string {
    if (record > 0xffffffff || part > 0xffff) throw new RangeError(`record ${record}, part ${part}`);
    return this.start + record.toString(16).padStart(RECORD, "0") + part.toString(16).padStart(PART, "0");
  }

  /** Of all ids there can be. */
  get first(): string {
    return this.of({ record: 0, part: 0 });
  }

  get last(): string {
    return this.of({ record: 0xffffffff, part: 0xffff });
  }
}

/**
 * SQL for the entries of an import. The key finds those that came with it, between the first and the last of its ids; what a
 * person wrote later in place of one has no record, and an index of its own. All three are texts of SQL.
 */
export function ofImport(importId: string, first: string, last: string): string {
  return `e.import_id = ${importId} AND (e.id BETWEEN ${first} AND ${last} OR e.record IS NULL)`;
}
