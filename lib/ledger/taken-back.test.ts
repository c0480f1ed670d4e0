import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beforeOf, collectPlan, sourceOf } from "@/lib/testing/bill-stream";
import { subtractRange } from "./claims";
import { openBill } from "./import/open-bill";
import { instantText } from "./period";
import { claimOfEntry } from "./reversal";
import { type Claim, EMPTY_STATE, type Entry, type PriorState } from "./schema";
import { type StandingEntry, TakenBack, withoutClaims } from "./taken-back";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 8, 1);
const claim = (startHour: number, hours: number, lane = 0, resource = "r"): Claim => ({
  account: "a",
  resource,
  component: "accelerator",
  meter: "m",
  lane,
  start: instantText(START + startHour * HOUR),
  end: instantText(START + (startHour + hours) * HOUR),
});

describe("claims without what was freed", () => {
  it("are what is left when each range is taken out one after the other", () => {
    const any = fc.record({ start: fc.nat(20), hours: fc.integer({ min: 1, max: 6 }), lane: fc.nat(1) });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), fc.array(any, { maxLength: 8 }), (held, taken) => {
        const claims = held.map((h) => claim(h.start, h.hours, h.lane));
        const freed = taken.map((h) => claim(h.start, h.hours, h.lane));
        const oneByOne = freed.reduce<readonly Claim[]>((left, one) => subtractRange(left, one), claims);
        expect(withoutClaims(claims, freed)).toEqual(oneByOne);
      }),
    );
  });
});

describe("what is taken back", () => {
  const entry = (account: string, period: string, billed: string): StandingEntry => ({
    month: `${period}-01`,
    id: `${account} ${billed}`,
    account,
    period,
    fingerprint: null,
    claim: null,
    billed,
    effective: billed,
    currency: "USD",
  });

  it("is told by account and billing period, first what the file says nothing of", () => {
    const taken = new TakenBack();
    taken.said("one/");
    taken.add(entry("one/", "2026-09", "1"));
    expect(taken.touchesOthers).toBe(false);
    for (const billed of ["2", "3.5"]) taken.add(entry("two/", "2026-09", billed));
    taken.add(entry("two/", "2026-08", "4"));
    expect(taken.touchesOthers).toBe(true);
    expect(taken.byAccount()).toEqual([
      {
        account: "two/",
        period: "2026-08",
        entries: 1,
        inFile: false,
        sums: { USD: { rows: 1, billed: "4", effective: "4" } },
      },
      {
        account: "two/",
        period: "2026-09",
        entries: 2,
        inFile: false,
        sums: { USD: { rows: 2, billed: "5.5", effective: "5.5" } },
      },
      {
        account: "one/",
        period: "2026-09",
        entries: 1,
        inFile: true,
        sums: { USD: { rows: 1, billed: "1", effective: "1" } },
      },
    ]);
  });
});

/** A ledger in memory that only knows one source, whose files replace each other. */
class Replacing {
  private standing: (StandingEntry & { readonly entry: Entry })[] = [];
  private ids = 0;

  async deliver(rows: readonly Row[]): Promise<void> {
    const source = sourceOf("d.csv", new TextEncoder().encode(HEADER + rows.map(lineOf).join("")));
    const opened = await openBill(source, null, { assumedCurrency: null });
    if (!opened.ok) throw new Error(opened.message);
    const standing = this.standing;
    const replaced = async function* (periods: readonly string[]) {
      yield standing.filter(({ entry }) => periods.includes(entry.chargeStart.slice(0, 7)));
    };
    const before = { ...beforeOf(this.state(), source.digest), replaced };
    const plan = await collectPlan(opened.bill, { basis: "effective", before });
    expect(plan.proof.holds).toBe(true);
    expect(plan.piles.overlapping).toEqual({});
    this.standing = this.standing.filter((e) => !plan.takenBack.ids.includes(e.id));
    for (const entry of plan.entries) {
      const { fingerprint, billed, effective, currency } = entry;
      const id = String(this.ids++);
      this.standing.push({
        entry,
        month: "",
        account: entry.account,
        period: entry.chargeStart.slice(0, 7),
        id,
        fingerprint,
        claim: claimOfEntry(entry),
        billed,
        effective,
        currency,
      });
    }
  }

  sums(): string[] {
    return this.standing.map(({ entry: e }) => [e.resource, e.chargeStart, e.effective].join(" ")).sort();
  }

  private state(): PriorState {
    const importedRows: Record<string, number> = {};
    for (const { fingerprint } of this.standing) {
      if (fingerprint !== null) importedRows[fingerprint] = (importedRows[fingerprint] ?? 0) + 1;
    }
    return { ...EMPTY_STATE, claims: this.standing.flatMap((e) => e.claim ?? []), importedRows };
  }
}

interface Row {
  readonly hour: number;
  readonly resource: string;
  readonly amount: string;
}
const HEADER = "charge_start,charge_end,component,amount,currency,resource,description\n";
const lineOf = ({ hour, resource, amount }: Row): string =>
  `${instantText(START + hour * HOUR)},${instantText(START + (hour + 1) * HOUR)},accelerator,${amount},USD,${resource},hour\n`;
const rowOf = fc.record({
  hour: fc.nat(5),
  resource: fc.constantFrom("a", "b", ""),
  amount: fc.constantFrom("1", "2", "0.5", "-1"),
});

describe("files that replace each other", () => {
  it("leave what the last one says, whatever came before (I5)", async () => {
    const file = fc.array(rowOf, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), file, async (earlier, last) => {
        const [after, alone] = [new Replacing(), new Replacing()];
        for (const rows of earlier) await after.deliver(rows);
        await after.deliver(last);
        await alone.deliver(last);
        expect(after.sums()).toEqual(alone.sums());
      }),
      { numRuns: 60 },
    );
  });

  it("leave other billing periods as they are", async () => {
    const ledger = new Replacing();
    await ledger.deliver([{ hour: 0, resource: "a", amount: "1" }]);
    await ledger.deliver([{ hour: 24 * 40, resource: "a", amount: "2" }]);
    await ledger.deliver([{ hour: 24 * 40, resource: "a", amount: "3" }]);
    expect(ledger.sums().map((s) => s.split(" ")[2])).toEqual(["1", "3"]);
  });
});
