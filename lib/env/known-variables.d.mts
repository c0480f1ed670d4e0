export interface Variable {
  readonly standard: string | null;
  readonly least?: number;
  readonly most?: number;
}
export type VariableName =
  | "PORT"
  | "HEADROOM_HOST"
  | "HEADROOM_URL"
  | "DATABASE_URL"
  | "NEXTAUTH_SECRET"
  | "HEADROOM_DATA_DIR"
  | "HEADROOM_PG_PORT"
  | "HEADROOM_DATABASE_POOL"
  | "HEADROOM_MAX_EVIDENCE_MIB"
  | "HEADROOM_MAX_BILL_MIB"
  | "HEADROOM_SMTP_URL"
  | "HEADROOM_MAIL_FROM"
  | "HEADROOM_ALLOWED_HOSTS";
export const VARIABLES: Readonly<Record<VariableName, Variable>>;
