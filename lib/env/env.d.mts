export const env: {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly authSecret: string;
  readonly maxEvidenceBytes: number;
  readonly maxBillBytes: number;
  readonly production: boolean;
};
