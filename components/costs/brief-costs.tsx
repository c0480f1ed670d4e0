import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ledger/money";
import { classes } from "@/components/ui/classes";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { CostsData } from "./cost-types";
import { costsAddress } from "./costs-address";

/** One ratio per brief: their units differ, so they are never joined. */
export async function BriefCosts(data: CostsData) {
  const [t, format] = await Promise.all([getTranslations("costs"), getFormatter()]);
  return (
    <Section title={t("ratio.title")} note={t("briefs.note")} className="keep">
      <Table stacked label={t("briefs.title")}>
        <thead>
          <tr>
            <Th>{t("briefs.brief")}</Th>
            <Th numeric>{t("briefs.ratio")}</Th>
            <Th numeric>{t("briefs.cost")}</Th>
            <Th numeric>{t("briefs.accepted")}</Th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.brief?.number ?? "none"}>
              <Td line className="min-w-44">
                {row.brief ? (
                  <Link
                    className="font-medium text-accent underline-offset-2 hover:underline"
                    href={costsAddress(data, { brief: row.brief.number })}
                  >{`BRF-${row.brief.number} ${row.brief.title}`}</Link>
                ) : (
                  <Link className="underline-offset-2 hover:underline" href="/ledger?brief=none">
                    {t("unallocated.title")}
                  </Link>
                )}
              </Td>
              <Td numeric label={t("briefs.ratio")}>
                {row.brief === null || row.costs.length === 0
                  ? "–"
                  : row.costs.map((c) => (
                      <span key={c.currency} className={classes(row.costs.length > 1 && "block", "font-medium")}>
                        {c.perOutput === null ? (
                          <span className="font-normal text-muted">{t("briefs.noRatio")}</span>
                        ) : (
                          <Money
                            amount={c.perOutput}
                            currency={c.currency}
                            digits={c.perOutput.split(".")[1]?.length ?? 2}
                          />
                        )}
                      </span>
                    ))}
              </Td>
              <Td numeric label={t("briefs.cost")}>
                {row.costs.map((c) => (
                  <span key={c.currency} className={row.costs.length > 1 ? "block" : undefined}>
                    <Money amount={c.net} currency={c.currency} />
                  </span>
                ))}
              </Td>
              <Td numeric label={t("briefs.accepted")}>
                {row.brief ? format.number(row.accepted) : "–"}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
