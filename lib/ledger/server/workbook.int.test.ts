import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { secretHash } from "@/lib/auth/secrets";
import { bytesOf, finance, importFile, openLedgerDatabase, root } from "@/lib/testing/ledger";
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

/** Text of every part of a workbook. */
async function partsOf(answer: Response): Promise<{ sheet: string; all: string }> {
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("spreadsheetml");
  const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  const texts = files.map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  return {
    sheet: texts.find(([name]) => /worksheets\/sheet1\.xml$/.test(name))?.[1] ?? "",
    all: texts.map(([, text]) => text).join("\n"),
  };
}

const ask = (route: typeof exportCosts, address: string, headers: Record<string, string>) =>
  route(new Request(`http://127.0.0.1${address}`, { headers }), { params: Promise.resolve({}) });

it("entries and costs are workbooks with numbers as numbers, and text that begins like a formula stays text", async () => {
  const headers = await filled();
  const entries = await partsOf(await ask(exportLedger, "/api/ledger/export?as=xlsx", headers));
  expect(entries.sheet).toMatch(/<v>1234\.5<\/v>/);
  expect(entries.sheet).not.toContain("<f>");
  expect(entries.all).toContain("=1+1");
  const costs = await partsOf(await ask(exportCosts, "/api/costs/export?as=xlsx&month=2026-09", headers));
  expect(costs.sheet.match(/<v>1234\.5<\/v>/g)).toHaveLength(2);
});

it("costs are a CSV too; another form and an unknown brief are refused", async () => {
  const headers = await filled();
  const csv = await (await ask(exportCosts, "/api/costs/export?as=csv", headers)).text();
  expect(csv.split("\r\n")[1]).toBe("2026-09,,,EUR,1234.5,0,0,0,0,1234.5,0,0,0,0,");
  expect((await ask(exportCosts, "/api/costs/export?as=pdf", headers)).status).toBe(422);
  expect((await ask(exportCosts, "/api/costs/export?as=csv&brief=BRF-99", headers)).status).toBe(404);
  expect((await ask(exportCosts, "/api/costs/export?as=csv", { authorization: "Bearer hr_wrong" })).status).toBe(401);
});
