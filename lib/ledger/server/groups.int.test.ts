import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import {
  bytesOf,
  commitDigest,
  finance,
  importFile,
  inside,
  openLedgerDatabase,
  planOf,
  question,
  root,
  upload,
} from "@/lib/testing/ledger";
import { groupReport } from "../group-report";
import { ENTRY_GROUPS, type EntryGroup, GROUPS, type Group } from "../groups";
import { PLAIN_TERMS } from "../source-choices";
import { costScope } from "./data/costs";
import { ALL_ENTRIES } from "./data/entry-filter";
import { groupSums } from "./data/group-sums";
import { monthSums } from "./data/rollup-sums";
import { onTx } from "./data/run-sql";
import { chooseSource, setSource } from "./mutations/source";

openLedgerDatabase();

const HEADER = "charge_start,charge_end,component,amount,currency,account,resource,issuer,region,description,tags\n";
const row = (
  hour: number,
  amount: string,
  more: Partial<Record<"account" | "issuer" | "region" | "tags" | "end", string>>,
) =>
  `2026-09-30T${hour}:00:00Z,${more.end ?? `2026-09-30T${hour + 1}:00:00Z`},accelerator,${amount},USD,${more.account ?? ""},r-${hour},${more.issuer ?? ""},${more.region ?? ""},an hour,${more.tags ?? ""}\n`;
const tags = (pairs: Record<string, string>) => `"${JSON.stringify(pairs).replaceAll('"', '""')}"`;

async function filled() {
  const who = await finance();
  const { ctx } = who;
  await importFile(
    ctx,
    bytesOf(
      HEADER +
        row(10, "1", {
          account: "a",
          issuer: "Cloud One",
          region: "eu-1",
          tags: tags({ team: "search", stage: "train" }),
        }) +
        row(11, "2", {
          account: "b",
          issuer: "Cloud One",
          region: "us-1",
          tags: tags({ team: "speech", squad: "x" }),
        }) +
        // Two hours of it lie in October.
        row(12, "14", { issuer: "Cloud Two", end: "2026-10-01T02:00:00Z" }),
    ),
    "plain.csv",
  );
  const bill = await upload(
    ctx,
    bytesOf(HEADER + row(20, "4", { tags: tags({ team: "no", squad: "vision" }) })),
    "squads.csv",
  );
  await inside(ctx, async (tx) => {
    const terms = { ...PLAIN_TERMS, teamTag: "squad" };
    const { data } = await setSource(tx, ctx, { id: null, name: "Squads", terms });
    return chooseSource(tx, ctx, { bill, source: data.id });
  });
  await commitDigest(ctx, bill, (await planOf(ctx, bill)).digest);
  return who;
}

const SEPTEMBER = { first: 2026 * 12 + 8, last: 2026 * 12 + 8 };
const rowsOf = async (ctx: Ctx, by: Group, months: { first: number; last: number } | null) => {
  const asked = { ...question({}), months };
  const sums = await inside(ctx, (tx) => groupSums(tx, by, { ...asked, ...costScope(asked) }));
  const [report] = groupReport(sums);
  return { rows: report?.rows.map((r) => [r.value, r.totals.net]) ?? [], total: report?.totals.net };
};

describe("costs by group", () => {
  it("are what the entries say, and always sum to the whole of the period", async () => {
    const { ctx } = await filled();
    const wanted: Partial<Record<Group, unknown>> = {
      region: [
        [null, "16"],
        ["us-1", "2"],
        ["eu-1", "1"],
      ],
      provider: [
        ["Cloud Two", "12"],
        [null, "4"],
        ["Cloud One", "3"],
      ],
      team: [
        [null, "12"],
        ["vision", "4"],
        ["speech", "2"],
        ["search", "1"],
      ],
      stage: [
        [null, "18"],
        ["train", "1"],
      ],
    };
    for (const by of GROUPS) {
      const september = await rowsOf(ctx, by, SEPTEMBER);
      expect(september.total, by).toBe("19");
      if (wanted[by]) expect(september.rows, by).toEqual(wanted[by]);
      expect((await rowsOf(ctx, by, null)).total, by).toBe("21");
    }
  });

  it("lead to lists of entries that sum to their rows", async () => {
    const { ctx } = await filled();
    const zone = question({}).zone;
    for (const by of ENTRY_GROUPS as readonly EntryGroup[]) {
      for (const [value, net] of (await rowsOf(ctx, by, null)).rows) {
        const filter = { ...ALL_ENTRIES, group: { by, value: value ?? null } };
        const sums = await inside(ctx, (tx) => monthSums(onTx(tx), filter, "effective", zone));
        expect(
          sums.reduce((n, s) => n + Number(s.amount), 0),
          `${by} ${value}`,
        ).toBe(Number(net));
      }
    }
  });

  it("name the model of a brief's last revision", async () => {
    const { ctx, actor, brief } = await filled();
    await root.query("INSERT INTO brief_draft (workspace_id, brief_id, content, updated_by) VALUES ($1, $2, $3, $4)", [
      actor.workspaceId,
      brief,
      JSON.stringify({ memoryShape: { modelPreset: "org/model" } }),
      actor.personId,
    ]);
    await root.query("UPDATE ledger_rollup SET brief_id = $2 WHERE workspace_id = $1 AND issuer = 'Cloud One'", [
      actor.workspaceId,
      brief,
    ]);
    expect((await rowsOf(ctx, "model", null)).rows).toEqual([
      [null, "18"],
      ["org/model", "3"],
    ]);
  });
});
