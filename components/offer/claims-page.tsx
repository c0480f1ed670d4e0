import { getLocale, getTranslations } from "next-intl/server";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { CLAIM_LACKS, CLAIMS_YEAR, PROVIDER_CLAIMS } from "@/lib/catalog/provider-claims";
import { exactText } from "./money-text";

/** A dated example: what one comparison said of five providers. In its own order and without a verdict of ours. */
export async function ClaimsPage({ canWrite }: { canWrite: boolean }) {
  const [t, fields, format, locale] = await Promise.all([
    getTranslations("offer.claims"),
    getTranslations("offer.fields"),
    getFormatter(),
    getLocale(),
  ]);
  const year = String(CLAIMS_YEAR);
  return (
    <>
      <PageHeader title={t("title", { year })} note={t("note")} />
      <Callout tone="warn" title={t("lacksTitle")}>
        <p>{CLAIM_LACKS.map((path) => fields(`${path}.label`)).join("\u00a0· ")}</p>
        <p className="mt-1">{t("lacksText")}</p>
      </Callout>
      <Section title={t("table", { year })}>
        <Table label={t("table", { year })} stacked>
          <thead>
            <tr>
              <Th>{fields("provider.label")}</Th>
              <Th>{fields("cardAsNamed.label")}</Th>
              <Th numeric>{t("from")}</Th>
              <Th numeric>{fields("uptimePct.label")}</Th>
              <Th>{t("said")}</Th>
              {canWrite ? (
                <Th>
                  <span className="sr-only">{t("load")}</span>
                </Th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {PROVIDER_CLAIMS.map((c) => (
              <tr key={c.id}>
                <Td line className="font-medium">
                  {c.provider}
                </Td>
                <Td line label={fields("cardAsNamed.label")}>
                  {c.cards.join(", ")}
                </Td>
                <Td numeric line label={t("from")}>
                  {exactText(locale, c.fromPerMonth, 2)}
                </Td>
                <Td numeric line label={fields("uptimePct.label")}>
                  {format.number(c.uptimePct, { minimumFractionDigits: 2 })}
                </Td>
                <Td line>
                  {[
                    ...c.certifications,
                    ...(c.supportHours ? [t("support", { hours: c.supportHours })] : []),
                    ...c.features.map((f) => t(`features.${f}`)),
                  ].join("\u00a0· ")}
                </Td>
                {canWrite ? (
                  <Td>
                    <Link
                      className="whitespace-nowrap text-accent underline underline-offset-2"
                      href={`/offers/new?claim=${c.id}`}
                    >
                      {t("load")}
                      <span className="sr-only"> {c.provider}</span>
                    </Link>
                  </Td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
    </>
  );
}
