import { readFileSync } from "node:fs";
import path from "node:path";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EVIDENCE_FORMATS } from "@/lib/acceptance/evidence/read";
import { CARD, EVIDENCE, input, statement } from "@/lib/acceptance/fixtures/review-case";
import { judge } from "@/lib/acceptance/judge";
import { AREAS, CHECKS, GATES } from "@/lib/acceptance/names";
import { buildRecord, type ReviewRecord, recordDigest } from "@/lib/acceptance/record";
import { cardSchema } from "@/lib/acceptance/schema";
import { RecordPrint } from "./record-print";
import type { ReviewView } from "./review-view";

const NAMESPACES = ["common", "paper", "acceptance", "review", "brief", "boundary", "offer", "plan", "shell"];
const messages = Object.fromEntries(
  NAMESPACES.map((ns) => [
    ns,
    JSON.parse(readFileSync(path.join(import.meta.dirname, `../../lib/i18n/messages/en/${ns}.json`), "utf8")),
  ]),
);

function recordOf(changes: Parameters<typeof cardSchema.parse>[0] = {}): ReviewRecord {
  const card = cardSchema.parse({ ...CARD, ...(changes as object) });
  const judged = judge(input({ card }));
  const evidence = EVIDENCE.map((e, i) => ({ id: e.id, sha256: String(i).repeat(64), format: e.format, gate: e.gate }));
  return buildRecord({
    brief: { reference: "BRF-1", revision: 3, digest: "b".repeat(64) },
    plan: { reference: "PLN-1", revision: 2, digest: "c".repeat(64) },
    trial: null,
    cost: { amount: "1936.80", currency: "USD" },
    signaturesNeeded: 2,
    evidence,
    card,
    judged,
  });
}

const signed = (record: ReviewRecord, by: string) => ({
  decision: "extend" as const,
  conditions: "Load within a week",
  lookAgainOn: "2026-07-01",
  by,
  behalf: null,
  at: "2026-06-03T10:00:00.000Z",
  digest: recordDigest(record),
  record,
  holds: true,
  void: null,
});

/** The printed page as text, of a review whose live state is another one than its snapshot. */
function printed(record: ReviewRecord, live: ReviewRecord): string {
  const signatures = [signed(record, "Olga"), signed(record, "Pia")];
  const review = {
    reference: "REV-1",
    status: "signed",
    brief: { number: 1, title: "Support chat" },
    signature: signatures[1],
    signatures,
    submitted: record,
    record: live,
    digest: recordDigest(live),
    events: [],
  } as unknown as ReviewView;
  const page = (
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <RecordPrint review={review} workspace="Vision team" />
    </NextIntlClientProvider>
  );
  return renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
}

const words = (group: string, key: string) => messages.acceptance[group][key] as string;

describe("the printed record", () => {
  const record = recordOf({
    statements: { ...CARD.statements, "health-check": statement("As it was signed", "list") },
  });
  const live = recordOf({ statements: { ...CARD.statements, "health-check": statement("Changed since", "list") } });
  const text = printed(record, live);

  it("is the snapshot, line by line", () => {
    const expected = [
      recordDigest(record),
      record.brief.digest,
      record.plan.digest,
      ...record.evidence.map((e) => e.sha256),
      ...Object.values(record.card.statements).map((s) => s.text),
      "1,936.80\u00a0USD",
      // The budget of the trial.
      "300.00\u00a0USD",
      "Olga",
      "Pia",
    ];
    for (const part of expected) expect(text).toContain(part);
    const lines = text.split("\n").filter((l) => l !== "");
    const states = (group: string, names: readonly string[], of: Readonly<Record<string, string>>, states: string) => {
      for (const name of names) {
        const at = lines.indexOf(messages.acceptance[group][name].name);
        expect(lines[at + 1], name).toBe(words(states, of[name] ?? ""));
      }
    };
    states("areas", AREAS, record.verdict.areas, "states");
    states("checks", CHECKS, record.verdict.checks, "states");
    states("gates", GATES, record.verdict.gates, "gateStates");
    const limits = Object.values(record.criteria).filter((c) => c.source !== null);
    expect(limits.length).toBeGreaterThan(5);
    expect(text.split(messages.review.print.limits).length).toBeGreaterThan(1);
  });

  it("names the form of each piece of evidence", () => {
    for (const format of EVIDENCE_FORMATS) expect(messages.acceptance.formats[format], format).toBeTruthy();
    expect(text).toContain(messages.acceptance.formats["vllm-log"]);
  });

  it("shows nothing of what came afterwards", () => {
    expect(recordDigest(live)).not.toBe(recordDigest(record));
    expect(text).not.toContain(recordDigest(live));
    expect(text).not.toContain("Changed since");
  });

  it("reads otherwise when the snapshot does", () => {
    expect(printed(live, live)).not.toBe(text);
    expect(printed(live, live)).toContain("Changed since");
  });
});
