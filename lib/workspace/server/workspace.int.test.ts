import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { may } from "@/lib/access/roles";
import { secretHash } from "@/lib/auth/secrets";
import { withPerson, withWorkspace } from "@/lib/db/doors";
import * as system from "@/lib/db/system";
import { runWrite } from "@/lib/gate/run";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { undoableRoles } from "./data/role-changes";
import { invite, makeToken, removeMember, revokeInvitation, revokeToken, setRoles, undoRoles } from "./mutations";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const asRoot = async (sql: string, values: unknown[] = []) => {
  const client = new pg.Client(db.superUrl);
  await client.connect();
  const result = await client.query(sql, values);
  await client.end();
  return result.rows;
};

const SETUP = {
  email: "Olga@Example.test",
  name: "Olga",
  locale: "en",
  passwordHash: "hash",
  workspaceName: "W",
  currency: "USD",
  timeZone: "UTC",
};

describe("set-up", () => {
  it("works once, by the link, and for nobody after the owner", async () => {
    await asRoot("INSERT INTO setup_link (token_hash) VALUES ($1), ($2)", [secretHash("one"), secretHash("two")]);
    const ids = () => ({ personId: randomUUID(), workspaceId: randomUUID() });
    expect(await system.systemSetup({ ...SETUP, ...ids(), tokenHash: secretHash("guess") })).toBe(false);
    const race = await Promise.all(
      ["one", "two", "one"].map((l, i) =>
        system.systemSetup({ ...SETUP, ...ids(), email: `o${i}@example.test`, tokenHash: secretHash(l) }),
      ),
    );
    expect(race.filter(Boolean)).toHaveLength(1);
    expect(await system.systemHasOwner()).toBe(true);
    expect(await system.systemSetupLinkOpen(secretHash("two"))).toBe(false);
  });
});

async function invited(admin: Actor, email: string, roles: ("viewer" | "approver")[] = ["approver"]) {
  const token = randomUUID();
  await runWrite(ctxOf(admin, new Date()), invite, { email, roles, tokenHash: secretHash(token) });
  return token;
}

const accept = (token: string, signedInPersonId: string | null = null, newPersonId: string = randomUUID()) =>
  system.systemAcceptInvitation({
    tokenHash: secretHash(token),
    signedInPersonId,
    newPersonId,
    name: "Petra",
    locale: "pl",
    passwordHash: "h",
  });

describe("an invitation", () => {
  it("makes a new person a member with its roles, once", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { adm: ["admin"] });
    const token = await invited(actors.adm, "petra@example.test");
    const joined = await accept(token);
    expect(joined?.workspaceId).toBe(workspaceId);
    await withPerson(joined!.personId, async (tx) => {
      expect((await tx.membership.findMany()).map((m) => m.roles)).toEqual([["approver"]]);
    });
    await expect(accept(token)).rejects.toMatchObject({ code: "INVITATION_GONE" });
  });

  it("to a known e-mail needs that person's session, and adds its roles to what they have", async () => {
    const a = await makeWorkspace(db.superUrl, { adm: ["admin"] });
    const b = await makeWorkspace(db.superUrl, { adm: ["admin"] });
    const first = await accept(await invited(a.actors.adm, "known@example.test"));
    const token = await invited(b.actors.adm, "Known@example.test", ["viewer"]);
    await expect(accept(token)).rejects.toMatchObject({ code: "SIGN_IN_FIRST" });
    await expect(accept(token, a.actors.adm.personId)).rejects.toMatchObject({ code: "SIGN_IN_FIRST" });
    expect((await accept(token, first!.personId))?.personId).toBe(first!.personId);
    const again = await invited(b.actors.adm, "known@example.test", ["approver"]);
    await accept(again, first!.personId);
    const members = await withWorkspace(b.workspaceId, (tx) =>
      tx.membership.findMany({ where: { personId: first!.personId } }),
    );
    expect(members[0]?.roles.toSorted()).toEqual(["approver", "viewer"]);
  });

  it("does not open when withdrawn or run out", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { adm: ["admin"] });
    const token = await invited(actors.adm, "w@example.test");
    expect((await system.systemInvitation(secretHash(token)))?.email).toBe("w@example.test");
    const rows = await withWorkspace(actors.adm.workspaceId, (tx) => tx.invitation.findMany());
    await runWrite(ctxOf(actors.adm, new Date()), revokeInvitation, { id: rows[0]!.id });
    expect(await system.systemInvitation(secretHash(token))).toBeUndefined();
    const old = randomUUID();
    await runWrite(ctxOf(actors.adm, new Date(Date.now() - 8 * 86_400_000)), invite, {
      email: "x@example.test",
      roles: ["viewer"],
      tokenHash: secretHash(old),
    });
    expect(await system.systemInvitation(secretHash(old))).toBeUndefined();
    await expect(accept(old)).rejects.toMatchObject({ code: "INVITATION_GONE" });
  });
});

describe("members", () => {
  it("keep at least one admin, also when two admins remove each other at once", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { a: ["admin"], b: ["admin"] });
    const race = await Promise.allSettled([
      runWrite(ctxOf(actors.a), removeMember, { personId: actors.b.personId }),
      runWrite(ctxOf(actors.b), removeMember, { personId: actors.a.personId }),
    ]);
    expect(race.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    const left = await asRoot("SELECT person_id FROM membership WHERE workspace_id = $1", [actors.a.workspaceId]);
    expect(left).toHaveLength(1);
    await expect(
      runWrite(ctxOf(actors.a), setRoles, { personId: String(left[0].person_id), roles: ["viewer"] }),
    ).rejects.toMatchObject({ code: "LAST_ADMIN" });
  });
});

describe("a change of roles", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute));
  const rolesOf = async (actor: Actor) =>
    (
      await asRoot("SELECT roles FROM membership WHERE workspace_id = $1 AND person_id = $2", [
        actor.workspaceId,
        actor.personId,
      ])
    )[0]?.roles;
  const listed = (actor: Actor) => withWorkspace(actor.workspaceId, (tx) => undoableRoles(tx, actor.workspaceId));

  async function changed() {
    const { actors } = await makeWorkspace(db.superUrl, { adm: ["admin"], boss: ["admin"], ana: ["author", "viewer"] });
    const { personId } = actors.ana;
    const done = await runWrite(ctxOf(actors.adm, at(0)), setRoles, { personId, roles: ["approver"] });
    const change = { personId, was: done.was, roles: ["approver" as const] };
    return { ...actors, done, change };
  }

  it("is undone exactly, once, and both stand in the trail with what was before", async () => {
    const { adm, ana, done, change } = await changed();
    expect(done).toEqual({ was: ["author", "viewer"], undoable: true });
    expect(await listed(adm)).toMatchObject([
      { name: "ana", was: ["author", "viewer"], roles: ["approver"], by: "adm" },
    ]);
    await runWrite(ctxOf(adm, at(1)), undoRoles, change);
    expect(await rolesOf(ana)).toEqual(["author", "viewer"]);
    expect(await listed(adm)).toEqual([]);
    await expect(runWrite(ctxOf(adm, at(2)), undoRoles, change)).rejects.toMatchObject({
      code: "UNDO_CHANGED",
      detail: { data: { why: "undone" } },
    });
    const trail = await asRoot(
      "SELECT action, person_id, detail FROM audit_event WHERE workspace_id = $1 AND action LIKE 'member.roles%' ORDER BY at",
      [adm.workspaceId],
    );
    expect(trail).toMatchObject([
      {
        action: "member.roles",
        person_id: adm.personId,
        detail: { roles: ["approver"], was: ["author", "viewer"] },
      },
      {
        action: "member.rolesUndo",
        person_id: adm.personId,
        detail: { roles: ["author", "viewer"], was: ["approver"] },
      },
    ]);
  });

  it("is not undone when the roles were changed since, also when they are the same again", async () => {
    const { adm, boss, ana, change } = await changed();
    await runWrite(ctxOf(boss, at(1)), setRoles, { personId: ana.personId, roles: ["finance"] });
    const refused = { code: "UNDO_CHANGED", detail: { data: { why: "roles-changed", what: "ana" } } };
    await expect(runWrite(ctxOf(adm, at(2)), undoRoles, change)).rejects.toMatchObject(refused);
    await runWrite(ctxOf(boss, at(3)), setRoles, { personId: ana.personId, roles: ["approver"] });
    await expect(runWrite(ctxOf(adm, at(4)), undoRoles, change)).rejects.toMatchObject(refused);
    expect(await rolesOf(ana)).toEqual(["approver"]);
    expect((await listed(adm)).map((c) => c.was)).toEqual([["finance"]]);
  });

  it("is no longer undone for somebody who left, nor where it would take the last admin", async () => {
    const { adm, boss, ana, change } = await changed();
    await runWrite(ctxOf(boss, at(1)), removeMember, { personId: ana.personId });
    await expect(runWrite(ctxOf(adm, at(2)), undoRoles, change)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listed(adm)).toEqual([]);
    const { actors } = await makeWorkspace(db.superUrl, { one: ["admin"], two: ["viewer"] });
    const { personId } = actors.two;
    const { was } = await runWrite(ctxOf(actors.one, at(0)), setRoles, { personId, roles: ["admin"] });
    await runWrite(ctxOf(actors.two, at(1)), removeMember, { personId: actors.one.personId });
    await expect(
      runWrite(ctxOf(actors.two, at(2)), undoRoles, { personId, was, roles: ["admin"] }),
    ).rejects.toMatchObject({ code: "LAST_ADMIN" });
  });

  it("that changes nothing offers nothing to undo, and only who may change members may undo", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { adm: ["admin"], ana: ["author", "viewer"] });
    const same = { personId: actors.ana.personId, roles: ["viewer" as const, "author" as const] };
    expect((await runWrite(ctxOf(actors.adm, at(0)), setRoles, same)).undoable).toBe(false);
    expect(await listed(actors.adm)).toEqual([]);
    expect(may(["viewer", "author", "finance", "approver"], "member.write")).toBe(false);
    expect(may(["admin"], "member.write")).toBe(true);
  });
});

describe("a token", () => {
  it("is its person within its scopes, until revoked, run out, or the person left", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { adm: ["admin"], ana: ["author"] });
    const make = async (name: string, days = 30, now = new Date()) => {
      const { id } = await runWrite(ctxOf(actors.ana, now), makeToken, {
        name,
        scopes: ["evidence"],
        days,
        tokenHash: secretHash(name),
      });
      return id;
    };
    const id = await make("t1");
    expect(await system.systemToken(secretHash("t1"))).toMatchObject({
      workspace_id: workspaceId,
      person_id: actors.ana.personId,
      scopes: ["evidence"],
      roles: ["author"],
    });
    await expect(runWrite(ctxOf(actors.adm), revokeToken, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await runWrite(ctxOf(actors.ana), revokeToken, { id });
    expect(await system.systemToken(secretHash("t1"))).toBeUndefined();
    await make("old", 1, new Date(Date.now() - 2 * 86_400_000));
    expect(await system.systemToken(secretHash("old"))).toBeUndefined();
    await make("t2");
    await runWrite(ctxOf(actors.adm), removeMember, { personId: actors.ana.personId });
    expect(await system.systemToken(secretHash("t2"))).toBeUndefined();
    expect(await system.systemToken(secretHash("made up"))).toBeUndefined();
  });
});

describe("signing in", () => {
  it("finds nobody without a password, and counts failures per e-mail", async () => {
    expect(await system.systemSignIn("nobody@example.test")).toBeUndefined();
    for (let i = 0; i < 3; i++) await system.systemSignInFailed("Petra@example.test");
    expect(await system.systemSignIn("petra@example.test")).toMatchObject({ name: "Petra", recent_failures: 3 });
  });
  it("sees a moved session epoch at once", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const epoch = (id: string) =>
      withPerson(id, async (tx) => (await tx.person.findUniqueOrThrow({ where: { id } })).sessionEpoch);
    expect(await epoch(actors.ana.personId)).toBe(0);
    await withPerson(
      actors.ana.personId,
      (tx) => tx.$queryRaw`SELECT system_set_password(${actors.ana.personId}::uuid, 'h2')::text`,
    );
    expect(await epoch(actors.ana.personId)).toBe(1);
    await expect(
      withPerson(
        actors.ana.personId,
        (tx) => tx.$queryRaw`SELECT system_set_password(${randomUUID()}::uuid, 'h2')::text`,
      ),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
