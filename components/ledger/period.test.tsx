import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Period } from "./period";

function said(locale: string, start: string, end: string, timeZone = "UTC"): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={{}}>
      <Period start={start} end={end} timeZone={timeZone} />
    </NextIntlClientProvider>,
  ).replaceAll("\u00a0", " ");
}

describe("a period", () => {
  it.each([
    ["en", "Nov 30, 2026", "Nov 1, 2026 – Nov 30, 2026"],
    ["id", "30 Nov 2026", "1 Nov 2026 – 30 Nov 2026"],
    ["pl", "30 lis 2026", "1 lis 2026 – 30 lis 2026"],
  ])("of whole days is told by its days alone in %s", (locale, one, several) => {
    expect(said(locale, "2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z")).toBe(one);
    expect(said(locale, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z")).toBe(several);
  });

  it("takes its days from the zone it is told in", () => {
    expect(said("id", "2026-11-29T23:00:00Z", "2026-11-30T23:00:00Z", "Europe/Warsaw")).toBe("30 Nov 2026");
  });

  it.each([
    ["en", "Nov 30, 2026, 00:00 – 04:30"],
    ["id", "30 Nov 2026, 00.00 – 04.30"],
    ["pl", "30 lis 2026, 00:00 – 04:30"],
  ])("of some hours tells them in %s", (locale, hours) => {
    expect(said(locale, "2026-11-30T00:00:00Z", "2026-11-30T04:30:00Z")).toBe(hours);
  });
});
