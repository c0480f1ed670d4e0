import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/surface";
import type { ReadinessItem } from "@/lib/acceptance/readiness";

/** Eight points, read off what the review holds; an open one says what is open and leads there. */
export function Readiness({ items }: { items: readonly ReadinessItem[] }) {
  const t = useTranslations("acceptance.readiness");
  const open = items.filter((i) => !i.ready).length;
  return (
    <Section id="readiness" title={t("title")} note={t("note", { open })}>
      <ol className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>{t(`items.${item.id}`)}</span>
              <Badge tone={item.ready ? "good" : "warn"}>{t(item.ready ? "ready" : "isOpen")}</Badge>
            </div>
            {item.open.length > 0 ? (
              <ul className="flex flex-col gap-0.5 text-[0.8125rem]">
                {item.open.map((o) => (
                  <li key={o.code}>
                    <a
                      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
                      href={`#${o.at}`}
                    >
                      {t(`open.${o.code}`, { count: o.count })}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
