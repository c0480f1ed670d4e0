export const env: {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly authSecret: string;
  readonly maxEvidenceBytes: number;
  readonly maxBillBytes: number;
  readonly address: string;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly allowedHosts: readonly string[];
  readonly production: boolean;
};
