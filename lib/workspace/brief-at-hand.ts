/** A piece of work and how far its road goes. */
export interface BriefAtHand {
  readonly number: number;
  readonly title: string;
  /** The latest plan of the brief, with its latest review and rental, where there are any. */
  readonly plan: number | null;
  readonly review: number | null;
  readonly rental: number | null;
  readonly hasRevision: boolean;
}
