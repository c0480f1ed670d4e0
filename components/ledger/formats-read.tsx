import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { Table, Td, Th } from "@/components/ui/table";
import { HEADROOM_COLUMNS, NEEDED_COLUMNS } from "@/lib/ledger/import/headroom-csv/format";
import { formats } from "@/lib/ledger/import/registry.generated";

/** Which files are read, and the columns of our own. */
export async function FormatsRead() {
  const t = await getTranslations("ledger.import.read");
  return (
    <Disclosure summary={t("title")}>
      <p className="text-sm">{t("note")}</p>
      <ul className="mt-2 mb-4 list-inside list-disc text-sm">
        {formats.map((f) => (
          <li key={f.id}>{f.title}</li>
        ))}
      </ul>
      <h2 className="text-sm font-semibold">{t("own")}</h2>
      <p className="mb-2 text-[0.8125rem] text-muted">
        {t("ownNote")}{" "}
        <a className="text-accent underline underline-offset-2" href="/headroom-bill.csv" download>
          {t("example")}
        </a>
      </p>
      <Table label={t("own")}>
        <thead>
          <tr>
            <Th>{t("column")}</Th>
            <Th>{t("meaning")}</Th>
          </tr>
        </thead>
        <tbody>
          {HEADROOM_COLUMNS.map((name) => (
            <tr key={name}>
              <Td className="whitespace-nowrap">
                <code>{name}</code> {NEEDED_COLUMNS.includes(name) ? <Badge>{t("needed")}</Badge> : null}
              </Td>
              <Td>{t(`columns.${name}`)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  );
}
