import { ERRORS, type ErrorCode, Refusal } from "@/lib/errors";

/** Constraint names and the codes that checks in code use for the same thing: a race and a check give one answer. */
const BY_CONSTRAINT: Readonly<Record<string, ErrorCode>> = {
  claim_no_overlap: "LEDGER_OVERLAP",
  ledger_entry_reversed_once: "ALREADY_REVERSED",
  bill_import_committed_file_key: "ALREADY_IMPORTED",
  output_record_sum: "INVALID",
  output_record_counts: "INVALID",
  output_record_period: "INVALID",
};

interface DriverCause {
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly message?: string;
  readonly kind?: string;
  readonly constraint?: unknown;
}

function causeOf(err: unknown): DriverCause {
  const e = err as {
    meta?: { driverAdapterError?: { cause?: DriverCause } };
    cause?: DriverCause;
    code?: string;
    message?: string;
  };
  const cause = e?.meta?.driverAdapterError?.cause ?? e?.cause ?? {};
  return {
    originalCode: cause.originalCode ?? e?.code ?? "",
    originalMessage: cause.originalMessage ?? cause.message ?? e?.message ?? "",
    kind: cause.kind ?? "",
    constraint: cause.constraint,
  };
}

/** Serialization failures and deadlocks may be tried again: nothing of them was kept. */
export function isTransient(err: unknown): boolean {
  const { originalCode, kind } = causeOf(err);
  return (
    originalCode === "40001" ||
    originalCode === "40P01" ||
    originalCode === "P2034" ||
    kind === "TransactionWriteConflict"
  );
}

/** Turns what PostgreSQL refused into the refusal that code would have given; null for everything else. */
export function refusalOf(err: unknown): Refusal | null {
  if (err instanceof Refusal) return err;
  const { originalCode, originalMessage, constraint } = causeOf(err);
  const text = `${originalMessage} ${JSON.stringify(constraint ?? "")} ${(err as { constraint?: string })?.constraint ?? ""}`;
  if (originalCode === "P0001") {
    const code = /([A-Z][A-Z_]+): /.exec(text)?.[1];
    if (code && code in ERRORS) return new Refusal(code as ErrorCode);
  }
  for (const [name, code] of Object.entries(BY_CONSTRAINT)) if (text.includes(name)) return new Refusal(code);
  if (originalCode === "23505" || originalCode === "P2002") return new Refusal("CONFLICT");
  if (originalCode === "42501") return new Refusal("FORBIDDEN");
  return null;
}
