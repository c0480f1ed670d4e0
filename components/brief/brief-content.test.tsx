import { readFileSync } from "node:fs";
import path from "node:path";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { BriefContentView } from "./brief-content";

const content = contentOf({
  title: "Chat",
  memoryShape: { acceleratorId: "h100-sxm", engine: "vllm", weightFormat: "awq-int4", runKind: "serve" },
  target: { deadline: "2026-12-31" },
  keptFromExample: ["memoryShape.engine"],
});

function shown(locale: string, onPaper: boolean): string {
  const messages = Object.fromEntries(
    ["common", "brief"].map((ns) => [
      ns,
      JSON.parse(readFileSync(path.join(import.meta.dirname, `../../lib/i18n/messages/${locale}/${ns}.json`), "utf8")),
    ]),
  );
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={messages}>
      <BriefContentView content={content} onPaper={onPaper} />
    </NextIntlClientProvider>,
  ).replace(/<[^>]+>/g, "|");
}

describe.each([false, true])("a frozen brief (on paper: %s)", (onPaper) => {
  it("tells cards, engines, formats and days by their names, no stored value", () => {
    const text = shown("en", onPaper);
    for (const name of ["NVIDIA H100 SXM", "vLLM", "AWQ INT4", "Dec\u00a031,\u00a02026"]) expect(text).toContain(name);
    for (const raw of ["h100-sxm", "vllm", "awq-int4", "2026-12-31"]) expect(text).not.toContain(raw);
    expect(text).toContain("as in the example");
  });

  it("tells a day by the habit of the reader", () => {
    expect(shown("pl", onPaper)).toContain("31\u00a0gru\u00a02026");
    expect(shown("id", onPaper)).toContain("31\u00a0Des\u00a02026");
  });
});
