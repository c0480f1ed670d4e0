import { getTranslations } from "next-intl/server";
import { Table, Td, Th } from "@/components/ui/table";
import type { PackedCard } from "@/lib/catalog/mig-packing";

/** Each card as its memory slots: who lies where, what is free, and what of it nothing can use; the table says the same. */
export async function MigDrawing({ cards }: { cards: readonly PackedCard[] }) {
  const t = await getTranslations("boundary.sharing");
  return (
    <div className="flex flex-col gap-5">
      {cards.map((card, at) => {
        const label = t("cardAt", { n: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards have no name of their own and are never moved
          <section key={at} className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold">{label}</h3>
            <Slots card={card} label={t("drawing", { card: label, slots: card.memorySlots })} />
            <Table label={label}>
              <thead>
                <tr>
                  <Th>{t("slots")}</Th>
                  <Th>{t("slice")}</Th>
                  <Th>{t("brief")}</Th>
                </tr>
              </thead>
              <tbody>
                {card.placed.map((p) => (
                  <tr key={p.start}>
                    <Td className="tabular">{p.size === 1 ? p.start : `${p.start}–${p.start + p.size - 1}`}</Td>
                    <Td className="tabular">{p.profile}</Td>
                    <Td>{p.id}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <p className="text-sm">
              {card.room.length > 0 ? t("room", { slices: card.room.join(" + ") }) : t("noRoom")}{" "}
              {t("unusable", { count: card.unusableSlots })} {t("unusableCompute", { count: card.unusableCompute })}
            </p>
          </section>
        );
      })}
    </div>
  );
}

function Slots({ card, label }: { card: PackedCard; label: string }) {
  const free = Array.from({ length: card.memorySlots }, (_, i) => i).filter(
    (i) => !card.placed.some((p) => i >= p.start && i < p.start + p.size),
  );
  return (
    <div
      role="img"
      aria-label={label}
      className="grid gap-0.5 rounded-md border border-control bg-sunken p-0.5"
      style={{ gridTemplateColumns: `repeat(${card.memorySlots}, minmax(0, 1fr))` }}
    >
      {card.placed.map((p) => (
        <div
          key={p.start}
          className="min-w-0 overflow-hidden rounded-sm bg-accent-soft px-1.5 py-2 text-xs text-accent"
          style={{ gridColumn: `${p.start + 1} / span ${p.size}`, gridRow: 1 }}
        >
          <span className="block truncate font-medium">{p.id}</span>
          <span className="tabular block truncate">{p.profile}</span>
        </div>
      ))}
      {free.map((i) => (
        <div
          key={i}
          className="rounded-sm border border-dashed border-control py-2 text-center text-xs text-muted"
          style={{ gridColumn: i + 1, gridRow: 1 }}
        >
          –
        </div>
      ))}
    </div>
  );
}
