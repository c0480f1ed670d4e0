export interface BriefChoice {
  readonly number: number;
  readonly title: string;
}

export interface OutputRecordView {
  readonly id: string;
  readonly brief: number;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly attempted: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly retried: number;
  readonly source: string;
  readonly note: string | null;
  readonly by: string | null;
  readonly corrections: number;
  /** Another record of the brief covers a part of its time. */
  readonly shared: boolean;
}

export interface OutputsData {
  readonly briefs: readonly BriefChoice[];
  readonly brief:
    | (BriefChoice & { readonly unit: { readonly choice: string; readonly own: string | null } | null })
    | null;
  readonly records: readonly OutputRecordView[];
  readonly diagnostics: readonly {
    readonly id: string;
    readonly brief: number;
    readonly kind: string;
    readonly periodStart: string;
    readonly periodEnd: string;
    readonly gpuSeconds: string;
    readonly ofGpuSeconds: string;
    readonly energyJoules: string | null;
    readonly source: string;
  }[];
  readonly efforts: readonly {
    readonly id: string;
    readonly brief: number;
    readonly periodStart: string;
    readonly periodEnd: string;
    readonly minutes: number;
    readonly note: string | null;
  }[];
  /** Taken away lately. */
  readonly removed: readonly {
    readonly id: string;
    readonly what: "diagnostic" | "effort";
    readonly brief: number;
    readonly kind: string | null;
    readonly seconds: number;
    readonly periodStart: string;
    readonly periodEnd: string;
  }[];
  readonly timeZone: string;
  readonly today: string;
  readonly canWrite: boolean;
}
