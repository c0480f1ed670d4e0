import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceId } from "@/lib/access/actor";
import { secretHash } from "@/lib/auth/secrets";
import { fillSample } from "@/lib/sample/server/fill";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { type ReadCell, readWorkbook } from "@/lib/testing/workbook";
import { makeWorkspace } from "@/lib/testing/workspace";
import { LISTS, type ListName } from "../lists";
import { getListFile } from "./routes";

let db: TestDatabase;
let root: pg.Client;
let owner: string;
let stranger: string;
const TITLE = '=HYPERLINK("x"), żółw';

async function tokenOf(workspaceId: WorkspaceId, personId: string): Promise<string> {
  const token = `hr_${randomUUID()}`;
  await root.query(
    "INSERT INTO api_token (workspace_id, id, person_id, name, scopes, token_hash, expires_at) VALUES ($1,$2,$3,'x','{read}',$4, now() + interval '1 day')",
    [workspaceId, randomUUID(), personId, secretHash(token)],
  );
  return token;
}

beforeAll(async () => {
  db = await openTestDatabase();
  root = new pg.Client(db.superUrl);
  await root.connect();
  const mine = await makeWorkspace(db.superUrl, { olga: ["viewer"] });
  await root.query("UPDATE workspace SET is_sample = true WHERE id = $1", [mine.workspaceId]);
  await fillSample(mine.workspaceId, new Date("2026-11-30T12:00:00Z"));
  await root.query("UPDATE brief SET title = $2 WHERE workspace_id = $1 AND number = 1", [mine.workspaceId, TITLE]);
  owner = await tokenOf(mine.workspaceId, mine.actors.olga.personId);
  const theirs = await makeWorkspace(db.superUrl, { ana: ["viewer"] });
  stranger = await tokenOf(theirs.workspaceId, theirs.actors.ana.personId);
});
afterAll(async () => {
  await root.end();
  await db.drop();
});

function ask(list: string, query: string, token = owner): Promise<Response> {
  const request = new Request(`http://127.0.0.1/api/lists/${list}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return getListFile(request, { params: Promise.resolve({ list }) });
}

async function csvOf(list: ListName, query = "", token = owner): Promise<string[][]> {
  const answer = await ask(list, `as=csv${query}`, token);
  expect(answer.status, list).toBe(200);
  const about = /(?:bill|month)=([\w-]+)/.exec(query)?.[1];
  const name = ["headroom", list, ...(about ? [about] : [])].join("-");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}.csv"`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)], list).toEqual([0xef, 0xbb, 0xbf]);
  return parse(Buffer.from(bytes), { bom: true });
}

async function workbookOf(list: ListName, query = ""): Promise<(ReadCell | null)[][]> {
  const answer = await ask(list, `as=xlsx${query}`);
  expect(answer.status, list).toBe(200);
  return readWorkbook(new Uint8Array(await answer.arrayBuffer()));
}

/** A cell of a workbook as the CSV writes it. */
function asWritten(cell: ReadCell | null | undefined): string {
  if (!cell) return "";
  if (cell.number === null) return cell.text ?? "";
  if (!cell.format?.startsWith("yyyy")) return String(cell.number);
  const iso = new Date(Math.round((cell.number - 25_569) * 86_400) * 1000).toISOString();
  return cell.format === "yyyy-mm-dd" ? iso.slice(0, 10) : iso.slice(0, 16);
}

/** A cell of a CSV as far as a workbook holds it: its number, its minute, its text. */
function asHeld(written: string, cell: ReadCell | null | undefined): string {
  if (cell?.format?.startsWith("yyyy")) return written.slice(0, cell.format === "yyyy-mm-dd" ? 10 : 16);
  return cell && cell.number !== null ? String(Number(written)) : written.replace(/^'(?=[=+\-@])/, "");
}

/** What the sample leaves empty. */
const EMPTY: readonly ListName[] = [
  "budgets",
  "rates",
  "sources",
  "alerts",
  "month-statements",
  "month-changes",
  "month-later",
];

/** Lists of one thing are asked for one that the sample has. */
const ABOUT: Partial<Readonly<Record<ListName, string>>> = {
  "bill-rows": "&bill=BILL-1",
  "cost-reasons": "&brief=BRF-1",
  "cost-movers": "&brief=BRF-1",
  "month-held": "&month=2026-10",
  "month-invoices": "&month=2026-10",
  "month-statements": "&month=2026-10",
  "month-changes": "&month=2026-10",
  "month-later": "&month=2026-10",
};

describe.each(LISTS)("the list of %s as a file", (list) => {
  it("holds the same rows as CSV and as a workbook, under names without blanks", async () => {
    const about = ABOUT[list] ?? "";
    const [names = [], ...rows] = await csvOf(list, about);
    const [head = [], ...body] = await workbookOf(list, about);
    expect(head.map((c) => c?.text)).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(rows.length > 0).toBe(!EMPTY.includes(list));
    expect(body).toHaveLength(rows.length);
    for (const [i, row] of rows.entries()) {
      const cells = names.map((_, at) => body[i]?.[at]);
      expect(cells.every((c) => !c?.formula)).toBe(true);
      expect(cells.map(asWritten)).toEqual(row.map((written, at) => asHeld(written, cells[at])));
    }
  });
});

describe("files of lists", () => {
  it("keep a title that begins like a formula as text in both", async () => {
    expect((await csvOf("briefs")).flat()).toContain(`'${TITLE}`);
    const cells = (await workbookOf("briefs")).flat();
    expect(cells.find((c) => c?.text === TITLE)).toMatchObject({ number: null, formula: false });
  });

  it("have real numbers with two decimals at least, counts in groups, days and times", async () => {
    const formats = async (list: ListName) => {
      const [head = [], first = []] = await workbookOf(list);
      return Object.fromEntries(head.map((c, i) => [c?.text, first[i]?.format ?? null]));
    };
    expect(await formats("months")).toMatchObject({
      billed: "#,##0.00##########",
      entries_of_month: "#,##0",
      month: null,
    });
    expect(await formats("offers")).toMatchObject({ price: "#,##0.00##########", read_on: "yyyy-mm-dd" });
    expect(await formats("rentals")).toMatchObject({ start_utc: "yyyy-mm-dd hh:mm" });
  });

  it("are narrowed as the page is", async () => {
    expect(await csvOf("briefs", "&kind=fine-tuning")).toHaveLength(2);
    expect(await csvOf("reviews", "&state=signed")).toHaveLength(2);
    expect(await csvOf("offers", "&provider=nobody")).toHaveLength(1);
    expect((await csvOf("outputs", "&brief=BRF-2")).slice(1).map((r) => r[0])).toEqual(["BRF-2"]);
    expect(await csvOf("month-held", "&month=1999-01")).toHaveLength(1);
    expect(await csvOf("bill-rows", "&bill=BILL-99")).toHaveLength(1);
    expect(await csvOf("cost-reasons")).toHaveLength(1);
  });

  it("hold nothing of another workspace; another list, form or caller is refused", async () => {
    expect(await csvOf("briefs", "", stranger)).toHaveLength(1);
    expect((await ask("passwords", "as=csv")).status).toBe(404);
    expect((await ask("briefs", "as=pdf")).status).toBe(422);
    expect((await ask("briefs", "as=csv", "hr_wrong")).status).toBe(401);
  });
});
