import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import { finance, inside, openLedgerDatabase } from "@/lib/testing/ledger";
import { savedViews } from "./data/views";
import { keepView, removeView } from "./mutations/view";

openLedgerDatabase();

const keep = (ctx: Ctx, name: string, query: string) =>
  inside(ctx, async (tx) => (await keepView(tx, ctx, { page: "costs", name, query })).data.id);
const listed = (ctx: Ctx) => inside(ctx, (tx) => savedViews(tx, ctx.actor, "costs"));
const as = (ctx: Ctx, personId: Ctx["actor"]["personId"], ...roles: Ctx["actor"]["roles"]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, personId, roles },
});

describe("saved views", () => {
  it("are kept once a name, seen by the workspace alone, and removed by their maker or an admin", async () => {
    const [{ ctx }, other] = [await finance(), await finance()];
    const id = await keep(ctx, "Billed by team", "by=team&basis=billed&after=1");
    await expect(keep(ctx, "billed BY team", "")).rejects.toMatchObject({ code: "INVALID" });
    expect(await listed(ctx)).toEqual([{ id, name: "Billed by team", query: "basis=billed&by=team", mine: true }]);
    expect(await inside(ctx, (tx) => savedViews(tx, ctx.actor, "ledger"))).toEqual([]);
    expect(await listed(other.ctx)).toEqual([]);
    await expect(inside(other.ctx, (tx) => removeView(tx, other.ctx, { id }))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const stranger = as(ctx, other.actor.personId, "viewer");
    expect(await listed(stranger)).toMatchObject([{ mine: false }]);
    await expect(inside(stranger, (tx) => removeView(tx, stranger, { id }))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const admin = as(ctx, other.actor.personId, "admin");
    await inside(admin, (tx) => removeView(tx, admin, { id }));
    expect(await listed(ctx)).toEqual([]);
  });

  it("filters that are too long for an address are refused by name, and markup in a name stays text", async () => {
    const { ctx } = await finance();
    await expect(keep(ctx, "long", `brief=${"日".repeat(400)}&in=${"日".repeat(400)}`)).rejects.toMatchObject({
      code: "INVALID",
    });
    const name = "<img src=x onerror=alert(1)> ' % \u202e";
    const id = await keep(ctx, name, "by=team&__proto__=x&next=javascript:alert(1)");
    expect(await listed(ctx)).toEqual([{ id, name, query: "by=team", mine: true }]);
  });
});
