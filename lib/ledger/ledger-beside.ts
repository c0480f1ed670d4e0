import { ClaimIndex, claimWish } from "./claims";
import { chargePrinter, fingerprintOf } from "./fingerprint";
import type { AskedPrint, LedgerBefore, Span } from "./judged-rows";
import { instantMs, UTC } from "./period";
import type { RowFacts } from "./row-facts";
import type { BillRow, Claim } from "./schema";

/** What PostgreSQL and this text form of instants both know. */
const [FIRST, LAST] = [instantMs("0001-01-01T00:00:00Z"), instantMs("9999-12-31T23:59:59Z")];
/** Earlier claims that are held beside a file; where there are more, its rows are judged once all of them are known. */
const MOST_CLAIMS = 20_000;

interface Part extends Span {
  readonly index: ClaimIndex;
  readonly holdsRows: boolean;
}

/** What the ledger holds of the time of a file's rows, asked for as they come: whole months, each once. */
export class LedgerBeside {
  private asked: Span | null = null;
  /** Of the time that was asked for, what holds anything. */
  private readonly parts: Part[] = [];
  private claims = 0;
  private readonly chargeOf = chargePrinter();

  constructor(
    private readonly facts: RowFacts,
    private readonly before: LedgerBefore,
  ) {}

  /** Whether any of the rows, of which the first has that place, might be something that the ledger holds already. */
  async meets(rows: readonly BillRow[], first: number): Promise<boolean> {
    const span = this.spanOf(rows.length, first);
    if (span === null) return false;
    await this.ask(span);
    if (this.claims > MOST_CLAIMS) return true;
    const beside = this.parts.filter((part) => part.startMs < span.endMs && part.endMs > span.startMs);
    if (beside.length === 0) return false;
    const claimed = rows.some((row, i) => {
      const wish = claimWish(row, this.facts.classAt(first + i));
      return wish !== null && beside.some(({ index }) => index.knows(wish) || index.hidden(wish));
    });
    if (claimed) return true;
    return beside.some((part) => part.holdsRows) && (await this.anyKnown(rows, first));
  }

  private spanOf(rows: number, first: number): Span | null {
    let startMs = Number.POSITIVE_INFINITY;
    let endMs = Number.NEGATIVE_INFINITY;
    for (let place = first; place < first + rows; place++) {
      startMs = Math.min(startMs, this.facts.starts.at(place));
      endMs = Math.max(endMs, this.facts.ends.at(place));
    }
    return rows === 0 ? null : { startMs, endMs };
  }

  private async ask(span: Span): Promise<void> {
    const startMs = Math.min(span.startMs, Math.max(FIRST, UTC.monthStart(UTC.monthOf(span.startMs))));
    const endMs = Math.max(span.endMs, Math.min(LAST, UTC.monthStart(UTC.monthOf(span.endMs) + 1)));
    const { asked } = this;
    if (asked === null) await this.askPart({ startMs, endMs });
    else {
      if (startMs < asked.startMs) await this.askPart({ startMs, endMs: asked.startMs });
      if (endMs > asked.endMs) await this.askPart({ startMs: asked.endMs, endMs });
    }
    this.asked = {
      startMs: Math.min(startMs, asked?.startMs ?? startMs),
      endMs: Math.max(endMs, asked?.endMs ?? endMs),
    };
  }

  private async askPart(span: Span): Promise<void> {
    const wanted = () => ++this.claims <= MOST_CLAIMS;
    const claims: readonly Claim[] = await this.before.claims(span, wanted);
    const holdsRows = await this.before.holdsRows(span);
    if (claims.length > 0 || holdsRows) this.parts.push({ ...span, index: new ClaimIndex(claims), holdsRows });
  }

  /** Whether a standing entry has what would make one of the rows recognisable. */
  private async anyKnown(rows: readonly BillRow[], first: number): Promise<boolean> {
    const asked = rows.flatMap((row, i): AskedPrint[] => {
      const { notCounted } = this.facts.classAt(first + i);
      if (notCounted !== null && notCounted !== "funding") return [];
      const fingerprint = this.facts.claimsTime(first + i) ? this.chargeOf(row) : fingerprintOf(row);
      return [{ fingerprint, start: row.chargeStart }];
    });
    return asked.length > 0 && (await this.before.countOf(asked)).size > 0;
  }
}
