import "server-only";
import { parseReference } from "@/lib/access/reference";
import { env } from "@/lib/env/env.mjs";
import { Refusal } from "@/lib/errors";
import { parseInput } from "@/lib/gate/input";
import { type ReceivedBody, receiveBody } from "@/lib/gate/receive";
import { defineReadRoute, defineRoute, defineUploadRoute, readBytes } from "@/lib/gate/route";
import { SHEET_FORMS, sheetAnswer, sheetForm } from "@/lib/gate/sheet-answer";
import { allocationColumns, allocationRows, groupAllocationRows } from "../export/allocation";
import { EXPORT_VERSIONS, focusCsv } from "../export/focus";
import { ENTRY_COLUMNS } from "../export/spreadsheet";
import { isRefused, type ReadOptions, WarningLog } from "../import/bill-format";
import { openBill } from "../import/open-bill";
import { outputsBody } from "../inputs";
import { outputCountsSchema } from "../outputs";
import { PLAIN_TERMS } from "../source-choices";
import { filterOf } from "./data/address-filter";
import { type StoredFile, storedSource } from "./data/bill-source";
import { billFile, listBills } from "./data/bills";
import { costQuestion, costShape } from "./data/cost-question";
import { costFacts, costScope } from "./data/costs";
import { listEntries } from "./data/entries";
import { exportEntries, MOST_EXPORTED } from "./data/export-entries";
import { groupSums } from "./data/group-sums";
import { briefOptions } from "./data/lists";
import { statedRates } from "./data/rates";
import { countEntries } from "./data/rollup-sums";
import { onClient, onTx, type RunSql } from "./data/run-sql";
import { cursorOf, cursorText, ledgerAddress, zoneFor } from "./loaders";
import { type RecordedFile, type RecordedOutputs, recordOutputs } from "./mutations/record-outputs";
import { putUnderNamed } from "./mutations/source";
import { recordOutputsCsv } from "./mutations/typed";
import { storeBill } from "./mutations/upload-bill";

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

function fileNameOf(request: Request): string {
  const name = new URL(request.url).searchParams.get("name")?.trim() ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a file's name
  return name.replace(/[\u0000-\u001f\u007f]/g, "").slice(0, 300) || "bill.csv";
}

/**
 * `PUT /api/bills?name=…` from the page and `POST /api/v1/bills?name=…` with a token: bytes in, BILL-n out, and whether
 * the file could be read. `&source=` names where it came from. It is kept either way; a script must not take an unreadable one for a bill that arrived.
 */
function billRoute(name: string) {
  return defineUploadRoute({
    name,
    access: "ledger.write",
    scope: "bills",
    run: async (request) => {
      const fileName = fileNameOf(request);
      const source = new URL(request.url).searchParams.get("source")?.trim() || null;
      const body = await receiveBody(request, env.maxBillBytes);
      return {
        write: async (client, ctx) => {
          const sql = onClient(client);
          const written = await storeBill(sql, ctx, { fileName, ...body });
          const terms = source === null ? PLAIN_TERMS : await putUnderNamed(sql, written.data.number, source);
          const [workspace] = await sql<{ currency: string }>("SELECT currency FROM workspace WHERE id = $1::uuid", [
            ctx.actor.workspaceId,
          ]);
          const assumedCurrency = terms.currency ?? workspace?.currency ?? "USD";
          const reading = await readingOf(fileName, body, { assumedCurrency, timeZone: terms.timeZone });
          return { ...written, data: { ...written.data, ...reading } };
        },
        after: body.discard,
      };
    },
  });
}

/** Whether a file can be read, and how many of its records. */
async function readingOf(fileName: string, body: ReceivedBody, options: ReadOptions) {
  const source = { name: fileName, digest: body.sha256, chunks: body.chunks };
  const opened = await openBill(source, null, options);
  if (!opened.ok) return { readable: false, code: opened.code, message: opened.message };
  let rows = 0;
  let refused = 0;
  for await (const items of opened.bill.pass(new WarningLog(0))) {
    for (const item of items) {
      if (isRefused(item)) refused += 1;
      else rows += 1;
    }
  }
  return { readable: true, format: opened.bill.format, rows, refused };
}

export const putBill = billRoute("bills.upload");
export const postBill = billRoute("bills.push");

/** `GET /api/bills/BILL-3`: the file exactly as it was uploaded. */
export const getBill = defineReadRoute({
  name: "bills.download",
  run: async (tx, _actor, _request, params) => {
    const number = parseReference(params.bill ?? "", "BILL");
    const bill = number === null ? null : await billFile(tx, number);
    if (!bill) return null;
    return new Response(await wholeFile(onTx(tx), bill), {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(bill.fileName)}`,
      },
    });
  },
});

/** The file as one body: its pieces are read inside the transaction that may see them. */
async function wholeFile(sql: RunSql, bill: StoredFile & { readonly size: number }): Promise<Blob> {
  const pieces: Blob[] = [];
  for await (const piece of storedSource(sql, bill).chunks()) pieces.push(new Blob([Uint8Array.from(piece)]));
  return new Blob(pieces);
}

function keyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.trim() === "" || key.length > 200) {
    throw new Refusal("INVALID", { message: "Idempotency-Key must have 1 to 200 characters" });
  }
  return key.trim();
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (e) {
    throw new Refusal("INVALID", { message: `body is not JSON: ${(e as Error).message}` });
  }
}

function briefOf(text: string): number {
  const number = parseReference(text, "BRF");
  if (number === null) throw new Refusal("INVALID", { message: `"${text.slice(0, 40)}" is no brief; write BRF-12` });
  return number;
}

/**
 * `POST /api/v1/outputs`: one record as JSON, or a CSV file with `?brief=BRF-12`. With an Idempotency-Key a repeat adds
 * nothing and gives the same ids.
 */
export const postOutputs = defineRoute<RecordedOutputs | RecordedFile>({
  name: "outputs.push",
  access: "output.write",
  scope: "outputs",
  status: 201,
  run: async (request) => {
    const idempotencyKey = keyOf(request);
    const bytes = await readBytes(request, MAX_OUTPUT_BYTES);
    if (request.headers.get("content-type")?.startsWith("text/csv")) {
      const brief = briefOf(new URL(request.url).searchParams.get("brief") ?? "");
      return (tx, ctx) => recordOutputsCsv(tx, ctx, { brief, bytes, idempotencyKey });
    }
    const { brief, retried = 0, note = null, ...rest } = parseInput(outputsBody, jsonOf(bytes));
    const counts = parseInput(outputCountsSchema, { ...rest, retried, note });
    const number = briefOf(brief);
    return (tx, ctx) => recordOutputs(tx, ctx, { brief: number, counts, source: "rest", idempotencyKey });
  },
});

/** `GET /api/ledger/entries?after=…` with the filters of the list: the next page of it, as the page itself reads on. */
export const furtherEntries = defineReadRoute({
  name: "ledger.entries",
  run: async (tx, actor, request) => {
    const address = ledgerAddress(Object.fromEntries(new URL(request.url).searchParams));
    const { timeZone } = await tx.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } });
    const [briefs, bills] = await Promise.all([briefOptions(tx), listBills(tx)]);
    const filter = filterOf(address, { briefs, bills, zone: zoneFor(timeZone) });
    const { lines, next } = await listEntries(onTx(tx), filter, cursorOf(address.after));
    return Response.json({ lines, next: cursorText(next) });
  },
});

/** `GET /api/ledger/export?as=focus-1.2|focus-1.4|csv` with the filters of the list: what the page shows, as a file. */
export const exportLedger = defineReadRoute({
  name: "ledger.export",
  run: async (tx, actor, request) => {
    const search = Object.fromEntries(new URL(request.url).searchParams);
    const version = EXPORT_VERSIONS.find((v) => search.as === `focus-${v}`);
    const form = SHEET_FORMS.find((f) => f === search.as);
    if (version === undefined && form === undefined) {
      const forms = [...EXPORT_VERSIONS.map((v) => `focus-${v}`), ...SHEET_FORMS].join(", ");
      throw new Refusal("INVALID", { message: `as is one of ${forms}` });
    }
    const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } });
    const [briefs, bills] = await Promise.all([briefOptions(tx), listBills(tx)]);
    const address = ledgerAddress(search);
    const filter = filterOf(address, { briefs, bills, zone: zoneFor(workspace.timeZone) });
    const sql = onTx(tx);
    if ((await countEntries(sql, filter)) > MOST_EXPORTED)
      throw new Refusal("TOO_MUCH", { data: { most: MOST_EXPORTED } });
    const entries = await exportEntries(sql, filter);
    const name = ["headroom", address.month].filter((part) => part !== null).join("-");
    if (version === undefined) return sheetAnswer(sheetForm(form), name, ENTRY_COLUMNS, entries);
    return new Response(focusCsv(entries, version), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}-${search.as}.csv"`,
      },
    });
  },
});

/**
 * `GET /api/costs/export?as=csv|xlsx` with the address of the costs page: by what the page groups by, month and currency,
 * and in the one currency that it was asked for too.
 */
export const exportCosts = defineReadRoute({
  name: "costs.export",
  run: async (tx, actor, request) => {
    const search = Object.fromEntries(new URL(request.url).searchParams);
    const form = sheetForm(search.as);
    const { timeZone } = await tx.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } });
    const briefs = await briefOptions(tx);
    const question = costQuestion(search, briefs, zoneFor(timeZone));
    if (question === null) return null;
    const { by, alsoIn } = costShape(search);
    const columns = allocationColumns(by, alsoIn === null ? null : { currency: alsoIn, rates: await statedRates(tx) });
    if (by === "brief") {
      const facts = await costFacts(tx, question);
      return sheetAnswer(form, "headroom-costs", columns, allocationRows(facts.sums, facts.outputs, briefs));
    }
    const sums = await groupSums(tx, by, { ...question, ...costScope(question) });
    return sheetAnswer(form, `headroom-costs-${by}`, columns, groupAllocationRows(sums));
  },
});
