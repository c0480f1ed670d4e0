import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { secretHash } from "@/lib/auth/secrets";
import { finance, openLedgerDatabase, root } from "@/lib/testing/ledger";
import { PLAIN_TERMS } from "../source-choices";
import { getBill, postBill, putBill } from "./routes";

openLedgerDatabase();

/** A member of finance whose token may read and bring bills. */
async function machine() {
  const { actor } = await finance();
  const token = `hr_${randomUUID()}`;
  await root.query(
    "INSERT INTO api_token (workspace_id, id, person_id, name, scopes, token_hash, expires_at) VALUES ($1,$2,$3,'ci','{read,bills}',$4, now() + interval '1 day')",
    [actor.workspaceId, randomUUID(), actor.personId, secretHash(token)],
  );
  const headers = { authorization: `Bearer ${token}` };
  const storedNames = async () =>
    (
      await root.query("SELECT file_name FROM bill_import WHERE workspace_id = $1 ORDER BY number", [actor.workspaceId])
    ).rows.map((r) => r.file_name);
  return { headers, storedNames, workspaceId: actor.workspaceId, personId: actor.personId };
}

const NAMES: readonly (readonly [string, string])[] = [
  ["a\u0000b\u0007\u001b[31m\r\nc\u007f.csv", "ab[31mc.csv"],
  ["  October 2026 – zł.csv ", "October 2026 – zł.csv"],
  ["\u0000\u0001\u001f\u007f", "bill.csv"],
  ["", "bill.csv"],
  ["n".repeat(400), "n".repeat(300)],
];

describe("the name of an uploaded bill", () => {
  for (const [method, route] of [
    ["PUT", putBill],
    ["POST", postBill],
  ] as const) {
    it(`loses control characters and is never empty: ${method}`, async () => {
      const { headers, storedNames } = await machine();
      for (const [name] of NAMES) {
        const url = `http://127.0.0.1/api/bills?name=${encodeURIComponent(name)}`;
        const answer = await route(new Request(url, { method, headers, body: `a,b\n${randomUUID()},1\n` }), {
          params: Promise.resolve({}),
        });
        expect(answer.status, name).toBe(201);
      }
      expect(await storedNames()).toEqual(NAMES.map(([, stored]) => stored));
      const bill = await getBill(new Request("http://127.0.0.1/api/bills/BILL-1", { headers }), {
        params: Promise.resolve({ bill: "BILL-1" }),
      });
      expect(bill.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''ab%5B31mc.csv");
    });
  }
});

describe("the source of an uploaded bill", () => {
  const bytes = (amount: string) =>
    `charge_start,charge_end,component,amount,currency,description\n2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,host,${amount},EUR,an hour\n`;

  it("is named with the upload; an unknown one is refused by its name and nothing is stored", async () => {
    const { headers, workspaceId, personId, storedNames } = await machine();
    await root.query(
      "INSERT INTO bill_source (workspace_id, id, name, terms, created_by) VALUES ($1, $2, 'Azure prod', $3, $4)",
      [workspaceId, randomUUID(), JSON.stringify({ ...PLAIN_TERMS, sign: "charges-negative" }), personId],
    );
    const push = (source: string, amount: string) =>
      postBill(
        new Request(`http://127.0.0.1/api/v1/bills?name=a.csv&source=${encodeURIComponent(source)}`, {
          method: "POST",
          headers,
          body: bytes(amount),
        }),
        { params: Promise.resolve({}) },
      );
    expect((await push("azure PROD", "1")).status).toBe(201);
    const refused = await push("Azure dev", "2");
    expect(refused.status).toBe(422);
    expect(JSON.stringify(await refused.json())).toContain("no source is named");
    expect(await storedNames()).toEqual(["a.csv"]);
    const { rows } = await root.query("SELECT terms->>'sign' AS sign FROM bill_import WHERE workspace_id = $1", [
      workspaceId,
    ]);
    expect(rows).toEqual([{ sign: "charges-negative" }]);
  });
});
