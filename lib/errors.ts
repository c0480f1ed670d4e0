/** Every refusal that a person or a script can meet: its HTTP status; its words stand in messages/<locale>/errors.json. */
export const ERRORS = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 422,
  CONFLICT: 409,
  TOO_MUCH: 413,
  DRAFT_CHANGED: 409,
  BRIEF_INCOMPLETE: 422,
  NO_MEMORY_FIGURES: 422,
  REVIEW_CHANGED: 409,
  REVIEW_NOT_SUBMITTED: 409,
  REVIEW_SUBMITTED: 409,
  SELF_SIGN: 403,
  NOT_APPROVER: 403,
  SIGNER_CONTRIBUTES: 409,
  ACTS_FOR_CONTRIBUTOR: 403,
  ALREADY_SIGNED: 409,
  OTHER_DECISION: 409,
  SIGNATURES_MISSING: 409,
  DELEGATION_ENDED: 403,
  DELEGATION_EXCEEDED: 403,
  ATTEMPT_RUNNING: 409,
  ADDRESS_REFUSED: 422,
  LIVE_NEEDS_ATTEMPT: 409,
  APPEND_ONLY: 409,
  LEDGER_OVERLAP: 409,
  ALREADY_REVERSED: 409,
  ALREADY_IMPORTED: 409,
  PLAN_CHANGED: 409,
  EVIDENCE_EMPTY: 422,
  BILL_UNREADABLE: 422,
  BILL_UNCLASSIFIED: 409,
  BILL_NOTHING_NEW: 409,
  BILL_OTHER_ACCOUNTS: 409,
  BILL_CLOSED: 409,
  IMPORT_STOPPED: 409,
  MONTH_CHANGED: 409,
  MONTH_NOT_READY: 409,
  UNDO_CHANGED: 409,
  IDEMPOTENCY_REUSED: 409,
  OUTPUTS_UNREADABLE: 422,
  TRIAL_REQUIRED: 409,
  INVITATION_GONE: 410,
  SIGN_IN_FIRST: 401,
  WRONG_PASSWORD: 403,
  LAST_ADMIN: 409,
  BUSY: 503,
  INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface FieldError {
  /** Path of the field in the input, joined by dots. */
  readonly path: string;
  /** A zod issue code or one of the room's own; words are chosen when shown. */
  readonly code: string;
  readonly message: string;
}

/** An expected refusal, thrown inside a transaction so that it rolls back, and turned into a result by the gate. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: {
      readonly message?: string;
      readonly fields?: readonly FieldError[];
      readonly data?: unknown;
    } = {},
  ) {
    super(detail.message ?? code);
    this.name = "Refusal";
  }
}

export interface Failure {
  readonly code: ErrorCode;
  readonly message?: string;
  readonly fields?: readonly FieldError[];
  readonly data?: unknown;
  /** Stands in the log beside the cause; shown for INTERNAL only. */
  readonly reference?: string;
}

export type Result<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: Failure };
