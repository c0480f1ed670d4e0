import { getTranslations } from "next-intl/server";
import { Beside, Factors } from "@/components/memory/beside-measured";
import { EstimateView } from "@/components/memory/estimate-view";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import { Callout, Facts, Section } from "@/components/ui/surface";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Estimate } from "@/lib/memory/answer";
import { besideMeasured, calibrated } from "@/lib/memory/calibrate";
import type { CalibrationView } from "@/lib/memory/calibration-view";
import { CalibrateForm } from "./calibrate-form";

interface EstimatedRevision {
  readonly brief: { readonly number: number };
  readonly number: number;
  readonly estimate: unknown;
  readonly content: { readonly memoryShape: { readonly acceleratorId: string | null } };
  readonly calibration: CalibrationView | null;
  /** The last word on it took a measurement back. */
  readonly withdrawn: boolean;
  readonly measuring: readonly { readonly id: string; readonly fileName: string; readonly review: string }[];
}

const isPooled = (estimate: Estimate): boolean => estimate.kv !== null && estimate.kv.blocks > 0;

type Shown = Pick<EstimatedRevision, "estimate" | "content" | "calibration">;

/** The estimate that is read: the stored one, or what a measurement makes of it, and for which card. */
export function shownEstimate({ estimate, content, calibration }: Shown) {
  const stored = estimate as Estimate | null;
  const gpu = content.memoryShape.acceleratorId;
  const measured = stored !== null && calibration?.applies === true;
  return {
    estimate: measured ? calibrated(stored, calibration.factors) : stored,
    gpuName: (gpu && findAccelerator(gpu)?.name) || (gpu ?? ""),
    measured,
  };
}

/** The estimate as it was stored, or as a measurement refits it: then with what was measured beside what was estimated. */
export async function BriefEstimate({ revision, canWrite }: { revision: EstimatedRevision; canWrite: boolean }) {
  const t = await getTranslations();
  const estimate = revision.estimate as Estimate | null;
  const { calibration } = revision;
  const { estimate: shown, gpuName, measured } = shownEstimate(revision);
  const refit = measured ? shown : null;
  return (
    <>
      <Section
        id="estimate"
        title={t("brief.page.estimate")}
        actions={refit === null ? null : <Badge>{t("estimate.measured.badge")}</Badge>}
      >
        {estimate === null ? (
          <p className="text-muted">{t("brief.page.noEstimate")}</p>
        ) : (
          <EstimateView estimate={shown ?? estimate} gpuName={gpuName} />
        )}
      </Section>
      {estimate?.perGpu && (calibration !== null || canWrite) ? (
        <Section id="measured" title={t("brief.calibration.title")}>
          <div className="flex flex-col gap-4">
            {calibration === null ? null : (
              <Measured estimate={estimate} refit={refit} calibration={calibration} here={revision.number} />
            )}
            {canWrite ? (
              <CalibrateForm
                number={revision.brief.number}
                revision={revision.number}
                pooled={isPooled(estimate)}
                evidence={revision.measuring}
                calibrated={calibration !== null}
                withdrawn={revision.withdrawn}
              />
            ) : null}
          </div>
        </Section>
      ) : null}
    </>
  );
}

async function Measured({
  estimate,
  refit,
  calibration,
  here,
}: {
  estimate: Estimate;
  refit: Estimate | null;
  calibration: CalibrationView;
  here: number;
}) {
  const [t, format] = await Promise.all([getTranslations("brief.calibration"), getFormatter()]);
  const rows = besideMeasured(estimate, calibration.measured);
  const apart = rows.some((row) => row.estimatedGib > 0 && Math.abs(row.measuredGib / row.estimatedGib - 1) > 0.25);
  const { from } = calibration;
  const source = from
    ? t("fromEvidence", { file: from.fileName, review: from.review })
    : t(calibration.source === "peak" ? "fromPeak" : "fromLog");
  return (
    <>
      <Facts
        items={[
          { label: t("source"), value: source },
          {
            label: t("attached"),
            value: t("by", {
              author: calibration.author ?? "–",
              date: format.dateTime(new Date(calibration.at), { dateStyle: "medium", timeStyle: "short" }),
              revision: calibration.revision,
            }),
          },
          {
            label: t("digest"),
            value: <code className="break-all font-mono text-[0.8125rem]">{calibration.sha256}</code>,
          },
        ]}
      />
      {calibration.applies ? null : <Callout tone="warn">{t("otherFormulas")}</Callout>}
      {calibration.revision === here ? null : <Callout tone="accent">{t("otherRevision")}</Callout>}
      {apart ? <Callout tone="warn">{t("farApart")}</Callout> : null}
      <Beside rows={rows} />
      {refit?.perGpu && estimate.perGpu ? (
        <>
          <Narrowed before={estimate} after={refit} />
          <Factors calibration={calibration.factors} pooled={isPooled(estimate)} />
        </>
      ) : null}
    </>
  );
}

/** How much less is uncertain: of the cache where the engine has a pool, else of the peak. */
async function Narrowed({ before, after }: { before: Estimate; after: Estimate }) {
  const [t, format] = await Promise.all([getTranslations("brief.calibration"), getFormatter()]);
  const pooled = isPooled(before);
  const span = (answer: Estimate) => {
    const range = pooled ? answer.kv?.poolGib : answer.perGpu?.peakGib;
    const gib = (n: number) => format.number(n, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return range ? `${gib(range.low)}–${gib(range.high)} GiB` : "–";
  };
  const ranges = { before: span(before), after: span(after) };
  return <p className="text-sm font-medium">{t(pooled ? "narrowedCache" : "narrowedPeak", ranges)}</p>;
}
