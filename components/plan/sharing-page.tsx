import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { getFormatter } from "@/components/ui/get-formatter";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { SHARING_WAYS, type SliceChoice, sliceFor, withoutWalls } from "@/lib/boundary/sharing";
import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator, listAccelerators } from "@/lib/catalog/accelerators";
import { packSlices } from "@/lib/catalog/mig-packing";
import { MigDrawing } from "./mig-drawing";

interface BriefToShare {
  readonly number: number;
  readonly title: string;
  readonly content: BriefContent;
}

interface PageProps {
  readonly briefs: readonly BriefToShare[];
  readonly cardId: string;
  /** References of the chosen briefs, from the address. */
  readonly chosen: readonly string[];
}

const FIRST_CARD = "h100-sxm";

/** Several briefs on slices of one kind of card: which slice each needs, how they lie, and what nothing can use. */
export async function SharingPage({ briefs, cardId, chosen }: PageProps) {
  const t = await getTranslations("boundary.sharing");
  const card = findAccelerator(cardId) ?? findAccelerator(FIRST_CARD);
  const picked = briefs.filter((b) => chosen.includes(`BRF-${b.number}`));
  const wishes = card === null ? [] : picked.map((b) => ({ brief: b, choice: sliceFor(b.content, card) }));
  const wanted = wishes.flatMap(({ brief, choice }) =>
    choice.against.mig === null && choice.profile !== null
      ? [{ id: `BRF-${brief.number}`, profile: choice.profile }]
      : [],
  );
  const packing = card === null ? null : packSlices(card, wanted);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      <Section title={t("ask")}>
        <form action="/plans/sharing" className="flex flex-col gap-4">
          <label className="flex max-w-md flex-col gap-1 text-sm font-medium" htmlFor="share-card">
            {t("card")}
            <Select id="share-card" name="card" defaultValue={card?.id ?? ""}>
              {listAccelerators()
                .filter((a) => a.mig !== null)
                .map((a) => (
                  <option key={a.id} value={a.id}>
                    {a.name}
                  </option>
                ))}
            </Select>
          </label>
          <fieldset>
            <legend className="text-sm font-medium">{t("briefs")}</legend>
            {briefs.length === 0 ? <p className="text-sm text-muted">{t("noBriefs")}</p> : null}
            {briefs.map((b) => (
              <label key={b.number} className="flex min-h-8 pointer-coarse:min-h-11 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  name="brief"
                  value={`BRF-${b.number}`}
                  defaultChecked={picked.includes(b)}
                  className="size-4.5 accent-accent"
                />
                BRF-{b.number} · {b.title}
              </label>
            ))}
          </fieldset>
          <Button type="submit" tone="primary" className="self-start">
            {t("pack")}
          </Button>
        </form>
      </Section>
      {wishes.length > 0 && card ? (
        <>
          <Ways wishes={wishes} card={card.name} />
          <Section title={t("layout", { card: card.name })} note={t("layoutNote")}>
            {packing?.ok && packing.cards.length > 0 ? (
              <MigDrawing cards={packing.cards} />
            ) : (
              <p className="text-muted">{t("nothingPacked")}</p>
            )}
          </Section>
        </>
      ) : (
        <Callout>{t("choose")}</Callout>
      )}
    </>
  );
}

interface Wish {
  readonly brief: BriefToShare;
  readonly choice: SliceChoice;
}

async function Ways({ wishes, card }: { wishes: readonly Wish[]; card: string }) {
  const [t, format] = await Promise.all([getTranslations("boundary.sharing"), getFormatter()]);
  const asked = wishes.map(({ brief, choice }) => ({ id: `BRF-${brief.number}`, choice }));
  const soft = (["mps", "time-slicing"] as const).map((way) => withoutWalls(way, asked));
  const percent = (share: number) => `${format.number(share * 100, { maximumFractionDigits: 0 })}\u00a0%`;
  return (
    <Section title={t("ways")} note={t("waysNote")}>
      <Table stacked label={t("ways")}>
        <thead>
          <tr>
            <Th>{t("brief")}</Th>
            <Th>{t("slice")}</Th>
            <Th numeric>{t("share", { card })}</Th>
            {SHARING_WAYS.map((way) => (
              <Th key={way}>{t(`names.${way}`)}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wishes.map(({ brief, choice }) => (
            <tr key={brief.number}>
              <Td line>
                BRF-{brief.number} · {brief.title}
              </Td>
              <Td label={t("slice")} className="tabular">
                {choice.profile ?? "–"}
              </Td>
              <Td numeric label={t("share", { card })}>
                {choice.cardShare === null ? "–" : percent(choice.cardShare)}
              </Td>
              {SHARING_WAYS.map((way) => {
                const against = choice.against[way];
                return (
                  <Td key={way} line label={t(`names.${way}`)}>
                    <Badge tone={against === null ? "good" : "bad"}>
                      {t(against === null ? "possible" : "refused")}
                    </Badge>
                    {against === null ? null : (
                      <span className="block text-[0.8125rem]">{t(`against.${against}`)}</span>
                    )}
                  </Td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      <ul className="mt-3 list-disc pl-5 text-sm">
        {soft.map((s) => (
          <li key={s.way}>
            {s.ids.length === 0
              ? t("softNone", { way: t(`names.${s.way}`) })
              : t(s.fits ? "softFits" : "softTooMuch", { way: t(`names.${s.way}`), share: percent(s.share) })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
