import { z } from "zod";
import { billReport } from "@/lib/ledger/bill-report";
import { FILE_ERRORS, type FileErrorCode } from "@/lib/ledger/codes";
import { keptPrint } from "@/lib/ledger/fingerprint";
import { type BillReading, readBill } from "@/lib/ledger/import/read";
import { unpackBill } from "@/lib/ledger/import/unpack";
import { zoneOf } from "@/lib/ledger/period";
import { type ImportPlan, nextState, type PlanFile, planImport } from "@/lib/ledger/plan";
import { basisSchema, currencySchema, EMPTY_STATE, type PriorState, priorStateSchema } from "@/lib/ledger/schema";
import type { Command, CommandError, CommandInput, CommandResult } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";

const OPTIONS = new Set(["source", "basis", "timezone", "currency", "state", "pretty"]);

/** `headroom bill FILE…`: reads bills, sorts every row into one of six piles and adds up what is counted. No database. */
export const command: Command = {
  name: "bill",
  summary: KNOWN_COMMANDS.bill.summary,
  usage: KNOWN_COMMANDS.bill.usage,
  schema: () => z.toJSONSchema(priorStateSchema),
  run,
};

function failure(code: string, path: string, message: string): CommandResult {
  const output: CommandError = { error: { code, path, message } };
  return { output, exitCode: 2 };
}

const fileFailure = (code: FileErrorCode, path: string): CommandResult => failure(code, path, FILE_ERRORS[code]);

async function run({ files, options, readFile }: CommandInput): Promise<CommandResult> {
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) return failure("unknown-option", `--${unknown}`, "bill has no such option");
  if (files.length === 0) return failure("no-file", "", "name at least one bill file, or - for standard input");
  const basis = basisSchema.safeParse(options.basis ?? "effective");
  if (!basis.success) return fileFailure("unknown-basis", "--basis");
  const zone = zoneOf(options.timezone ?? "UTC");
  if (zone === null) return fileFailure("unknown-time-zone", "--timezone");
  const currency = options.currency === undefined ? null : currencySchema.safeParse(options.currency);
  if (currency?.success === false) return failure("invalid-currency", "--currency", "not a three-letter currency code");
  const prior = options.state === undefined ? EMPTY_STATE : readState(readFile, options.state);
  if (prior === null) return fileFailure("bad-state", "--state");

  let state = prior;
  const planned: { file: PlanFile; plan: ImportPlan }[] = [];
  const errors: { file: string; error: CommandError["error"] }[] = [];
  const fail = (code: FileErrorCode, name: string, message: string = FILE_ERRORS[code]) =>
    errors.push({ file: name, error: { code, path: name, message } });
  const readings: BillReading[] = [];
  for (const input of files) {
    const unpacked = await unpackBill(input);
    if (!unpacked.ok) fail(unpacked.code, input.name);
    else {
      for (const one of unpacked.files) {
        readings.push(readBill(one, options.source ?? null, { assumedCurrency: currency?.data ?? null }));
      }
    }
  }
  for (const file of readings) if (!file.ok) fail(file.code, file.name, file.message);
  const inOrder = readings.filter((file) => file.ok).sort((a, b) => a.rank - b.rank);
  for (const file of inOrder) {
    const plan = planImport(file, { basis: basis.data, prior: state });
    state = nextState(state, plan);
    planned.push({ file, plan });
  }
  const first = errors[0];
  if (planned.length === 0 && first !== undefined) return { output: { error: first.error, errors }, exitCode: 2 };
  const report = billReport({ planned, basis: basis.data, zone, currency: currency?.data ?? null, state });
  const nothingRead = planned.every(({ file }) => file.bill.rows.length === 0);
  const output = errors.length === 0 ? report : { ...report, errors };
  return { output, exitCode: errors.length > 0 || nothingRead ? 2 : 0 };
}

/** The state block of an earlier answer, or the whole answer that carries it. */
function readState(readFile: CommandInput["readFile"], path: string): PriorState | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(readFile(path)));
    const inner = value !== null && typeof value === "object" && "state" in value ? value.state : value;
    const parsed = priorStateSchema.safeParse(inner);
    if (!parsed.success) return null;
    const rows = Object.entries(parsed.data.importedRows).map(([print, times]) => [keptPrint(print), times]);
    return { ...parsed.data, importedRows: Object.fromEntries(rows) };
  } catch {
    return null;
  }
}
