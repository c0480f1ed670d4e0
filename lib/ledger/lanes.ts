import { Column } from "./columns";
import type { RowFacts } from "./row-facts";
import { groupOrder } from "./row-order";
import type { Verdicts } from "./verdicts";

/** Key of each row that claims time and is stored, -1 for any other, and their places key by key in the order of lanes. */
function claimingRows(facts: RowFacts, verdicts: Pick<Verdicts, "at">) {
  const { starts, ends } = facts;
  const keys = new Column(Int32Array);
  for (let i = 0; i < facts.rows; i++) {
    keys.push(facts.claimsTime(i) && verdicts.at(i).stored ? facts.keys.at(i) : -1);
  }
  const inOrder = (a: number, b: number) => starts.at(a) - starts.at(b) || ends.at(b) - ends.at(a) || a - b;
  return { keys, order: groupOrder(keys, facts.keyNumbers.size, inOrder) };
}

/** Lanes as `assignLanes` gives them, for rows that are known by number alone. `taken`: by an earlier claim. */
export function giveLanes(
  facts: RowFacts,
  judged: Pick<Verdicts, "at"> & { readonly setLane: (place: number, lane: number) => void },
  taken: (place: number, lane: number) => boolean,
): void {
  const { keys, order } = claimingRows(facts, judged);
  let key = -1;
  let freeFrom: number[] = [];
  for (const place of order) {
    if (keys.at(place) !== key) {
      key = keys.at(place);
      freeFrom = [];
    }
    const start = facts.starts.at(place);
    let lane = 0;
    while ((freeFrom[lane] ?? Number.NEGATIVE_INFINITY) > start || taken(place, lane)) lane += 1;
    while (freeFrom.length < lane) freeFrom.push(Number.NEGATIVE_INFINITY);
    freeFrom[lane] = facts.ends.at(place);
    judged.setLane(place, lane);
  }
}

/** Whether any two rows that are stored claim the same time, so that one of them needs a lane of its own. */
export function anyBeside(facts: RowFacts, verdicts: Pick<Verdicts, "at">): boolean {
  const { keys, order } = claimingRows(facts, verdicts);
  let key = -1;
  let until = Number.NEGATIVE_INFINITY;
  for (const place of order) {
    if (keys.at(place) !== key) {
      key = keys.at(place);
      until = Number.NEGATIVE_INFINITY;
    }
    if (facts.starts.at(place) < until) return true;
    until = facts.ends.at(place);
  }
  return false;
}

/**
 * Watches rows as they come for two that claim the same time. Bills have the rows of a key in the order of time, so that the
 * one before is all that has to be remembered; where they have not, the answer waits for the end.
 */
export class TimeOfKeys {
  private readonly starts = new Column(Float64Array);
  private readonly ends = new Column(Float64Array);
  /** Whether rows of a key came out of order: then `anyBeside` has to be asked of them all. */
  unordered = false;

  /** True when the row certainly claims time that the one before it, of its key, claims too. */
  meets(key: number, start: number, end: number): boolean {
    while (this.starts.length <= key) {
      this.starts.push(Number.NEGATIVE_INFINITY);
      this.ends.push(Number.NEGATIVE_INFINITY);
    }
    const [lastStart, lastEnd] = [this.starts.at(key), this.ends.at(key)];
    this.starts.set(key, start);
    this.ends.set(key, end);
    const inOrder = start > lastStart || (start === lastStart && end <= lastEnd);
    if (inOrder) return start < lastEnd;
    this.unordered = true;
    return start < lastEnd && end > lastStart;
  }
}
