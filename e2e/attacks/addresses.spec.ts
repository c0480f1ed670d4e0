import { expect, open, signIn, test } from "../fixtures/app";

/** What stands in an address where nobody wrote it by hand: no text of a database, halves of signs, ids that are none. */
const ODD = [
  "%00",
  "%ED%A0%80",
  "%25",
  "-".repeat(36),
  "1_".padEnd(38, "-"),
  "__proto__",
  "9".repeat(30),
  "%27%22%3Cb%3E",
];
const ADDRESSES = [
  "/api/ledger/entries?after=ODD&q=ODD&by=team&is=ODD",
  "/api/ledger/export?as=csv&q=ODD&by=region&is=ODD",
  "/api/search?q=ODD",
  "/api/v1/evidence/ODD",
  "/ledger?q=ODD&by=team&is=ODD&brief=ODD&import=ODD",
  "/ledger/entry/2026-10/ODD",
  "/ledger/import/BILL-1?pile=ODD&basis=ODD",
  "/costs?by=ODD&in=ODD&from=ODD",
  "/briefs?q=ODD&kind=ODD",
  "/offers?provider=ODD&card=ODD&boundary=ODD&page=ODD",
  "/plans/new?brief=ODD&q=ODD",
  "/reviews?state=ODD",
  "/settings/audit?after=ODD&q=ODD",
  "/sweep?model=ODD",
  "/compare?a=ODD",
];

/** Next.js itself gives up a path that is no UTF-8, before any code of ours. */
const asked = (address: string): string[] =>
  ODD.filter((odd) => !(odd === "%ED%A0%80" && address.endsWith("/ODD"))).map((odd) => address.replaceAll("ODD", odd));

test("no address makes the server fail", async ({ page, owner }) => {
  await signIn(page, owner);
  await open(page, "/home");
  const failed: string[] = [];
  for (const address of ADDRESSES) {
    const all = asked(address);
    const answers = await Promise.all(all.map((one) => page.request.get(one)));
    for (const [i, answer] of answers.entries())
      if (answer.status() >= 500) failed.push(`${answer.status()} ${all[i]}`);
  }
  expect(failed).toEqual([]);
});
