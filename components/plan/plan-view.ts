import type { Plan } from "@/lib/boundary/plan";
import type { RentalStatus } from "@/lib/boundary/rental";
import type { BriefContent } from "@/lib/brief/schema";

/** A plan as its page shows it: its latest revision, what it stands on, and what came of it. */
export interface PlanView {
  readonly number: number;
  readonly brief: {
    readonly number: number;
    readonly title: string;
    readonly revision: number;
    readonly newest: number;
  };
  readonly briefContent: BriefContent;
  readonly revision: number;
  readonly digest: string;
  readonly plan: Plan;
  readonly author: string | null;
  readonly at: string;
  readonly reviews: readonly number[];
  readonly rentals: readonly {
    readonly number: number;
    readonly kind: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly status: RentalStatus;
  }[];
}
