import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withWorkspace } from "@/lib/db/doors";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findNumbered, searchWorkspace } from "./data/search";

let db: TestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

async function withBriefs(titles: readonly string[]) {
  const { workspaceId, actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
  const root = new pg.Client(db.superUrl);
  await root.connect();
  for (const [i, title] of titles.entries())
    await root.query(
      "INSERT INTO brief (workspace_id, id, number, title, owner_id) VALUES ($1, gen_random_uuid(), $2, $3, $4)",
      [workspaceId, i + 1, title, actors.ana.personId],
    );
  await root.end();
  return (text: string) =>
    withWorkspace(workspaceId, async (tx) => (await searchWorkspace(tx, text)).map((f) => f.title));
}

it("finds whole words in any order, parts, slips and letters beyond ASCII", async () => {
  const search = await withBriefs(["Support chat on Llama", "Łódź captions, 100% of frames", "Embedding batch"]);
  expect(await search("llama support")).toEqual(["Support chat on Llama"]);
  expect(await search("mbedd")).toEqual(["Embedding batch"]);
  expect(await search("suport chta")).toEqual(["Support chat on Llama"]);
  expect(await search("łódź")).toEqual(["Łódź captions, 100% of frames"]);
  expect(await search("100%")).toEqual(["Łódź captions, 100% of frames"]);
});

it("takes no pattern and no query language from what is typed", async () => {
  const search = await withBriefs(["One", "Two"]);
  for (const text of [
    "%",
    "_",
    "\\",
    "' OR 1=1 --",
    "a & | b",
    "(((",
    "-".repeat(36),
    "- - -",
    "-(",
    '"',
    "\u0000x".slice(1),
    "zzzzzz",
  ])
    expect(await search(text), text).toEqual([]);
});

it("shows nothing of another workspace, by name or by number", async () => {
  await withBriefs(["Secret of the others"]);
  const { workspaceId } = await makeWorkspace(db.superUrl, { eve: ["admin"] });
  await withWorkspace(workspaceId, async (tx) => {
    expect(await searchWorkspace(tx, "secret")).toEqual([]);
    expect(await findNumbered(tx, "brief", 1)).toEqual([]);
  });
});
