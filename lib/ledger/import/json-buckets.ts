import { type JsonReading, type ReadOptions, WarningLog } from "./bill-format";
import { Starts, untilNext } from "./grain";
import { isList } from "./json-objects";
import { objectReader, type RecordReading } from "./records";

/** Objects that state only when their bucket begins, one by one: all are shown first, for the length of a bucket. */
export function bucketsOf(list: string | null, options: ReadOptions, reading: RecordReading): JsonReading | null {
  if (list === null) return null;
  const starts = new Starts();
  const look = objectReader(options, reading, new WarningLog(0));
  return {
    holds: (path) => isList(path, list),
    scout: (object, record) => {
      starts.see(look(object, record));
      return true;
    },
    reader: (log) => {
      const read = objectReader(options, reading, log);
      const grain = starts.grain();
      return (object, record) => untilNext(read(object, record), grain);
    },
  };
}
