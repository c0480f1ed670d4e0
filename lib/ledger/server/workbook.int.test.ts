import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { secretHash } from "@/lib/auth/secrets";
import { bytesOf, finance, importFile, openLedgerDatabase, root } from "@/lib/testing/ledger";
import { readWorkbook } from "@/lib/testing/workbook";
import { exportCosts, exportLedger } from "./routes";

openLedgerDatabase();

async function filled() {
  const { ctx, actor } = await finance();
  await importFile(
    ctx,
    bytesOf(
      "charge_start,charge_end,component,amount,currency,resource,description\n2026-09-01,2026-09-02,accelerator,1234.5,EUR,gpu,=1+1\n",
    ),
  );
  const token = `hr_${randomUUID()}`;
  await root.query(
    "INSERT INTO api_token (workspace_id, id, person_id, name, scopes, token_hash, expires_at) VALUES ($1,$2,$3,'x','{read}',$4, now() + interval '1 day')",
    [actor.workspaceId, randomUUID(), actor.personId, secretHash(token)],
  );
  return { authorization: `Bearer ${token}` };
}

async function sheetOf(answer: Response) {
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("spreadsheetml");
  return readWorkbook(new Uint8Array(await answer.arrayBuffer()));
}

const ask = (route: typeof exportCosts, address: string, headers: Record<string, string>) =>
  route(new Request(`http://127.0.0.1${address}`, { headers }), { params: Promise.resolve({}) });

it("entries and costs are workbooks with numbers as numbers, and text that begins like a formula stays text", async () => {
  const headers = await filled();
  const [head = [], entry = []] = await sheetOf(await ask(exportLedger, "/api/ledger/export?as=xlsx", headers));
  const cell = (name: string) => entry[head.findIndex((c) => c?.text === name)];
  expect(cell("billed")).toMatchObject({ number: 1234.5, format: "#,##0.00##########" });
  expect(cell("charge_start_utc")).toMatchObject({ number: 46_266, format: "yyyy-mm-dd hh:mm" });
  expect(cell("description")).toMatchObject({ text: "=1+1", number: null, formula: false });
  const [, costs = []] = await sheetOf(await ask(exportCosts, "/api/costs/export?as=xlsx&month=2026-09", headers));
  expect(costs.filter((c) => c?.number === 1234.5)).toHaveLength(2);
});

it("entries are a CSV with the mark of UTF-8, in which no text runs; an unknown form is refused", async () => {
  const headers = await filled();
  const answer = await ask(exportLedger, "/api/ledger/export?as=csv", headers);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toContain(",'=1+1,");
  expect((await ask(exportLedger, "/api/ledger/export?as=pdf", headers)).status).toBe(422);
});

it("costs are a CSV too; another form and an unknown brief are refused", async () => {
  const headers = await filled();
  const csv = await (await ask(exportCosts, "/api/costs/export?as=csv", headers)).text();
  expect(csv.split("\r\n")[1]).toBe("2026-09,,,EUR,1234.5,0,0,0,0,1234.5,0,0,0,0,");
  expect((await ask(exportCosts, "/api/costs/export?as=pdf", headers)).status).toBe(422);
  expect((await ask(exportCosts, "/api/costs/export?as=csv&brief=BRF-99", headers)).status).toBe(404);
  expect((await ask(exportCosts, "/api/costs/export?as=csv", { authorization: "Bearer hr_wrong" })).status).toBe(401);
});

it("costs leave as the page shows them: by its group, and in the currency that it was asked for too", async () => {
  const headers = await filled();
  const lines = async (query: string) =>
    (await (await ask(exportCosts, `/api/costs/export?as=csv&${query}`, headers)).text()).trimEnd().split("\r\n");
  const [head = "", row = ""] = await lines("by=provider&in=USD&month=2026-09");
  expect(head).toBe(
    "month,provider,currency,accelerator,host,storage,network,support,five_components,tax,credit,unclassified," +
      "five_components_usd,rate,rate_dated,rate_source",
  );
  // No rate is stated, so nothing is converted.
  expect(row).toBe("2026-09,,EUR,1234.5,0,0,0,0,1234.5,0,0,0,,,,");
  expect(await lines("by=provider&month=2026-08")).toHaveLength(1);
});
