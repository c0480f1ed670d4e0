import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Button, LinkButton } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { findAccelerator, searchAccelerators } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";
import { CardComparison } from "./card-comparison";

/** Cards that stand side by side at most. */
const MOST = 4;

interface PageProps {
  readonly search: string;
  readonly chosen: readonly string[];
  /** Files are made for people of a workspace; the catalogue itself is for everybody. */
  readonly exportable: boolean;
}

/** The catalogue's cards, looked up and compared; the address holds the search and the chosen cards. */
export async function AcceleratorsPage({ search, chosen, exportable }: PageProps) {
  const t = await getTranslations("accelerators");
  const cards = [...new Set(chosen)].flatMap((id) => findAccelerator(id) ?? []).slice(0, MOST);
  const found = searchAccelerators(search);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {cards.length > 0 ? (
        <Section
          title={t("compare", { count: cards.length })}
          actions={
            <LinkButton small tone="ghost" href={addressOf(search, [])}>
              {t("clear")}
            </LinkButton>
          }
        >
          <CardComparison cards={cards} without={(id) => addressOf(search, without(cards, id))} />
        </Section>
      ) : null}
      <Section title={t("list", { count: found.length })} note={t("listNote", { most: MOST })}>
        <form className="no-print mb-4 flex flex-wrap items-end gap-2" action="/accelerators">
          {cards.map((c) => (
            <input key={c.id} type="hidden" name="card" value={c.id} />
          ))}
          <label className="sr-only" htmlFor="q">
            {t("search")}
          </label>
          <Input id="q" name="q" type="search" defaultValue={search} placeholder={t("search")} className="!w-64" />
          <Button type="submit">{t("find")}</Button>
        </form>
        {found.length === 0 ? <p className="text-muted">{t("nothing")}</p> : null}
        {found.length > 0 ? <List found={found} cards={cards} search={search} /> : null}
        {found.length > 0 && exportable ? <ListExport list="accelerators" filter={{ q: search }} /> : null}
      </Section>
    </>
  );
}

interface ListProps {
  readonly found: readonly Accelerator[];
  readonly cards: readonly Accelerator[];
  readonly search: string;
}

async function List({ found, cards, search }: ListProps) {
  const [t, format] = await Promise.all([getTranslations("accelerators"), getFormatter()]);
  const has = (card: Accelerator) => cards.some((c) => c.id === card.id);
  const ids = cards.map((c) => c.id);
  return (
    <Table stacked label={t("list", { count: found.length })}>
      <thead>
        <tr>
          <Th>{t("fields.name")}</Th>
          <Th>{t("fields.form")}</Th>
          <Th numeric>{t("fields.reported")}</Th>
          <Th numeric>{t("fields.bandwidth")}</Th>
          <Th numeric>{t("fields.bf16")}</Th>
          <Th>
            <span className="sr-only">{t("columnCompare")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {found.map((card) => (
          <tr key={card.id}>
            <Td line className="font-medium">
              {card.name}
            </Td>
            <Td>{card.formFactor}</Td>
            <Td numeric label={t("fields.reported")}>
              {card.memory.reportedMib === null ? t("unknown") : format.number(card.memory.reportedMib)}
            </Td>
            <Td numeric label={t("fields.bandwidth")}>
              {format.number(card.bandwidthGbPerS)}
            </Td>
            <Td numeric label={t("fields.bf16")}>
              {card.denseTflops.bf16 === null ? t("unknown") : format.number(card.denseTflops.bf16)}
            </Td>
            <Td>
              {has(card) || cards.length < MOST ? (
                <Link
                  className="whitespace-nowrap text-accent underline underline-offset-2"
                  href={addressOf(search, has(card) ? without(cards, card.id) : [...ids, card.id])}
                >
                  {t(has(card) ? "remove" : "add")}
                  <span className="sr-only"> {card.name}</span>
                </Link>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const without = (cards: readonly Accelerator[], id: string): string[] =>
  cards.flatMap((c) => (c.id === id ? [] : c.id));

function addressOf(search: string, ids: readonly string[]): string {
  const query = new URLSearchParams(ids.map((id) => ["card", id]));
  if (search !== "") query.set("q", search);
  return `/accelerators${query.size > 0 ? `?${query}` : ""}`;
}
