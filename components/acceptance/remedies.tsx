import { useTranslations } from "next-intl";
import type { Remedy } from "@/lib/acceptance/remedies";

/** What may help, cheapest first, beside what failed. */
export function Remedies({ remedies }: { remedies: readonly Remedy[] }) {
  const t = useTranslations("acceptance");
  if (remedies.length === 0) return null;
  return (
    <div className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      <p className="font-medium">{t("remedy.title")}</p>
      <ol className="mt-1 list-decimal space-y-0.5 pl-5">
        {remedies.map((r) => (
          <li key={r.code}>
            {t(`remedies.${r.code}`)}
            {r.params.fits === undefined ? null : ` ${t("remedy.fits", { count: r.params.fits })}`}{" "}
            <span className="text-muted">({t(`remedy.effort.${r.effort}`)})</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
