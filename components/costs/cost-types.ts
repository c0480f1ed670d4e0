import type { CurrencyReport } from "@/lib/ledger/cost-report";
import type { OperationsEffort } from "@/lib/ledger/effort";
import type { Energy } from "@/lib/ledger/energy";
import type { GroupReport } from "@/lib/ledger/group-report";
import type { Group } from "@/lib/ledger/groups";
import type { InOneCurrency } from "@/lib/ledger/in-one-currency";
import type { InsideTotal } from "@/lib/ledger/inside-total";
import type { Mover, RatioChange } from "@/lib/ledger/ratio-change";

export interface BriefName {
  readonly number: number;
  readonly title: string;
}

export interface CostsData {
  readonly brief:
    | (BriefName & { readonly unit: { readonly choice: string; readonly own: string | null } | null })
    | null;
  readonly briefs: readonly BriefName[];
  readonly views: readonly {
    readonly id: string;
    readonly name: string;
    readonly query: string;
    readonly mine: boolean;
  }[];
  readonly removedViews: readonly { readonly id: string; readonly name: string }[];
  readonly basis: "effective" | "billed";
  readonly month: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
  readonly currency: string;
  readonly reports: readonly CurrencyReport[];
  readonly outputs: {
    readonly attempted: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly failed: number;
    readonly retried: number;
    readonly records: number;
    readonly reachingOver: number;
  };
  readonly inside: InsideTotal | null;
  readonly effort: OperationsEffort;
  /** What the cards drew, of one brief; null over all of them. */
  readonly energy: Energy | null;
  readonly unallocated: readonly { readonly currency: string; readonly net: string; readonly unclassified: string }[];
  readonly rows: readonly {
    readonly brief: BriefName | null;
    readonly accepted: number;
    readonly costs: readonly { readonly currency: string; readonly net: string; readonly perOutput: string | null }[];
  }[];
  /** What the costs are grouped by, and the groups; null where briefs are listed instead. */
  readonly by: Group;
  readonly groups: readonly GroupReport[] | null;
  /** Why the last month's ratio is another one than the month before; null without two ratios. */
  readonly change: (RatioChange & { readonly movers: readonly Mover[] }) | null;
  /** All currencies in one that was asked for. */
  readonly inOne: InOneCurrency | null;
  readonly billedUntil: string | null;
  /** The instant at which the sums were taken: what is written later is not in them. */
  readonly asOf: string;
  /** Closed months by `2026-09`, with the entries that came afterwards. */
  readonly closed: Readonly<Record<string, { readonly later: number }>>;
}
