import { getTranslations } from "next-intl/server";
import { PutBackList } from "@/components/shell/put-back-list";
import { getFormatter } from "@/components/ui/get-formatter";
import { restoreEffortHours, restoreIdleTime } from "@/lib/ledger/server/actions";
import type { OutputsData } from "./output-types";
import { Period } from "./period";

/** Diagnostics or hours of people that were taken away lately. */
export async function RemovedRecords({
  what,
  removed,
  timeZone,
}: Pick<OutputsData, "removed" | "timeZone"> & { readonly what: "diagnostic" | "effort" }) {
  const [t, format] = await Promise.all([getTranslations("costs"), getFormatter()]);
  const lines = removed
    .filter((r) => r.what === what)
    .map(({ id, brief, kind, seconds, periodStart, periodEnd }) => {
      const hours = format.number(seconds / 3600, { maximumFractionDigits: 2 });
      const name = kind === null ? t("efforts.title") : t(`diagnostics.kinds.${kind}`);
      return {
        id,
        name: `BRF-${brief} ${name}`,
        says: (
          <span className="flex flex-wrap gap-x-3">
            <span>{`BRF-${brief}`}</span>
            <span>{name}</span>
            <Period start={periodStart} end={periodEnd} timeZone={timeZone} />
            <span className="tabular">{t("removedHours", { hours })}</span>
          </span>
        ),
        run: (what === "effort" ? restoreEffortHours : restoreIdleTime).bind(null, { id }),
      };
    });
  return <PutBackList lines={lines} />;
}
