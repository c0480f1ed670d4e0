import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import { closeHindrances } from "./close-hindrances";
import { changedSince, closeDigest, type MonthHeld, reconcile, ties } from "./month-close";

const held = (component: string, billed: string, issuer = "Nimbus", currency = "USD") =>
  ({ issuer, currency, component, billed }) as Parameters<typeof reconcile>[0][number];
const invoice = (amount: string | null, invoiceId = "", issuer = "Nimbus", currency = "USD") => ({
  issuer,
  invoiceId,
  currency,
  amount,
  source: "invoice as PDF",
});

describe("reconciliation", () => {
  const ours = [held("accelerator", "100.10"), held("credit", "-10"), held("tax", "17.119"), held("rounding", "0.001")];

  it("sets charges, credits, tax and rounding against the invoice; the difference is exact", () => {
    expect(reconcile(ours, [invoice("107.22")])).toMatchObject([
      { charges: "100.1", credits: "-10", taxAndRounding: "17.12", ours: "107.22", stated: "107.22", difference: "0" },
    ]);
    expect(reconcile(ours, [invoice("107.23")])[0]?.difference).toBe("0.01");
  });

  it("says nothing where nobody stated a total, and does not tie then", () => {
    const lines = reconcile(ours, []);
    expect(lines).toMatchObject([{ stated: null, difference: null }]);
    expect(ties(lines)).toBe(false);
    expect(ties(reconcile(ours, [invoice("107.22")]))).toBe(true);
  });

  it("takes the latest statement of each invoice, adds several, and forgets one that was taken back", () => {
    expect(reconcile(ours, [invoice("1"), invoice("107.22")])[0]?.stated).toBe("107.22");
    expect(reconcile(ours, [invoice("100", "A"), invoice("7.22", "B")])[0]?.stated).toBe("107.22");
    expect(reconcile(ours, [invoice("5"), invoice(null)])[0]?.stated).toBeNull();
  });

  it("keeps issuers and currencies apart, and shows an invoice of which the ledger holds nothing", () => {
    const lines = reconcile(
      [held("accelerator", "5"), held("accelerator", "6", "Nimbus", "EUR")],
      [invoice("9", "", "Cirrus")],
    );
    expect(lines.map((l) => [l.issuer, l.currency, l.ours, l.difference])).toEqual([
      ["Cirrus", "USD", "0", "9"],
      ["Nimbus", "EUR", "6", null],
      ["Nimbus", "USD", "5", null],
    ]);
  });

  it("leaves wallet money out", () => {
    expect(reconcile([held("accelerator", "5"), held("funding", "100")], [])[0]?.ours).toBe("5");
  });

  it("always parts our total into charges, credits and the rest, to the last digit", () => {
    const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((n) => new Decimal(n.toString()).div("1e9"));
    const component = fc.constantFrom("accelerator", "host", "credit", "tax", "rounding", "unclassified");
    fc.assert(
      fc.property(fc.array(fc.tuple(component, amount), { minLength: 1 }), (rows) => {
        const line = reconcile(
          rows.map(([c, a]) => held(c, a.toFixed())),
          [],
        )[0];
        const total = rows.reduce((sum, [, a]) => sum.plus(a), new Decimal(0));
        expect(line && new Decimal(line.charges).plus(line.credits).plus(line.taxAndRounding).toFixed()).toBe(
          total.toFixed(),
        );
        expect(line?.ours).toBe(total.toFixed());
      }),
    );
  });
});

const month = (component: string, billed: string, effective = billed): MonthHeld =>
  ({ currency: "USD", component, entries: 1, billed, effective }) as MonthHeld;

describe("a closed month", () => {
  it("shows what came afterwards and only that", () => {
    const then = [month("accelerator", "10"), month("host", "2")];
    expect(changedSince(then, then)).toEqual([]);
    expect(changedSince(then, [month("accelerator", "7.5"), month("host", "2"), month("storage", "1", "0")])).toEqual([
      { currency: "USD", component: "accelerator", billed: "-2.5", effective: "-2.5" },
      { currency: "USD", component: "storage", billed: "1", effective: "0" },
    ]);
    expect(changedSince(then, [month("host", "2")])).toEqual([
      { currency: "USD", component: "accelerator", billed: "-10", effective: "-10" },
    ]);
  });

  it("is closed only when over, filled, classified, and tied or explained", () => {
    const ready = { over: true, closed: false, entries: 3, unclassified: 0, ties: true, note: "" };
    expect(closeHindrances(ready)).toEqual([]);
    expect(closeHindrances({ ...ready, ties: false })).toEqual(["unexplained"]);
    expect(closeHindrances({ ...ready, ties: false, note: "The provider rounds per line." })).toEqual([]);
    expect(closeHindrances({ ...ready, unclassified: 1 })).toEqual(["unclassified"]);
    expect(closeHindrances({ ...ready, over: false, entries: 0 })).toEqual(["not-over", "empty"]);
    expect(closeHindrances({ ...ready, closed: true })).toEqual(["closed"]);
  });

  it("has a digest that any sum, statement or month changes", () => {
    const lines = reconcile([held("accelerator", "10")], [invoice("10")]);
    const digest = closeDigest("2026-09", [month("accelerator", "10")], lines);
    expect(closeDigest("2026-09", [month("accelerator", "10")], lines)).toBe(digest);
    expect(closeDigest("2026-10", [month("accelerator", "10")], lines)).not.toBe(digest);
    expect(closeDigest("2026-09", [month("accelerator", "10.01")], lines)).not.toBe(digest);
    expect(
      closeDigest("2026-09", [month("accelerator", "10")], reconcile([held("accelerator", "10")], [invoice("11")])),
    ).not.toBe(digest);
  });
});
