import { getTranslations } from "next-intl/server";
import { PatternBar, PatternSwatch, Patterns } from "@/components/charts/pattern";
import { PARTS, partsOf } from "@/components/memory/parts";
import { PartsTable } from "@/components/memory/parts-table";
import { getFormatter } from "@/components/ui/get-formatter";
import { Paper } from "@/components/ui/paper";
import { PaperPart } from "@/components/ui/paper-part";
import { Facts } from "@/components/ui/surface";
import { Table, Td } from "@/components/ui/table";
import type { Advice } from "@/lib/boundary/advise";
import type { PerGpu } from "@/lib/memory/answer";
import { BriefContentView } from "./brief-content";
import { shownEstimate } from "./brief-estimate";
import type { RevisionView } from "./brief-page";

/** One frozen revision on paper: what is wanted, what it needs, what to rent for it, and the digest that binds it. */
export async function BriefPrint({ revision }: { revision: RevisionView }) {
  const [t, page, format] = await Promise.all([
    getTranslations("paper"),
    getTranslations("brief.page"),
    getFormatter(),
  ]);
  const ref = `BRF-${revision.brief.number}`;
  const advice = revision.advice as Advice | null;
  return (
    <Paper
      eyebrow={revision.content.title ?? revision.brief.title}
      title={t("brief", { ref, n: revision.number })}
      foot={`${ref}, ${page("revision", { n: revision.number })} · ${revision.digest}`}
    >
      <Patterns />
      <Facts
        items={[
          {
            label: page("revision", { n: revision.number }),
            value: page("by", {
              author: revision.author ?? "–",
              date: format.dateTime(new Date(revision.at), { dateStyle: "medium", timeStyle: "short" }),
            }),
          },
          {
            label: page("digest"),
            value: <code className="break-all font-mono text-xs">{revision.digest}</code>,
            wide: true,
          },
        ]}
      />
      <EstimatePart revision={revision} />
      {advice ? <AdvicePart advice={advice} /> : null}
      <PaperPart title={page("content")}>
        <BriefContentView content={revision.content} onPaper />
      </PaperPart>
    </Paper>
  );
}

async function EstimatePart({ revision }: { revision: RevisionView }) {
  const [t, page] = await Promise.all([getTranslations("estimate"), getTranslations("brief.page")]);
  const { estimate, gpuName, measured } = shownEstimate(revision);
  return (
    <PaperPart keep title={measured ? `${page("estimate")} (${t("measured.badge")})` : page("estimate")}>
      {estimate?.perGpu ? (
        <>
          <p className="text-sm font-medium">
            {t(`verdict.${estimate.verdict}`)}: {gpuName}
          </p>
          <Memory perGpu={estimate.perGpu} />
        </>
      ) : (
        <p className="text-sm">{page("noEstimate")}</p>
      )}
    </PaperPart>
  );
}

async function Memory({ perGpu }: { perGpu: PerGpu }) {
  const [t, format] = await Promise.all([getTranslations("estimate"), getFormatter()]);
  const gib = (n: number, digits: number) =>
    format.number(n, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const scale = Math.max(perGpu.usableGib, perGpu.totalGib) * 1.02;
  const percent = (n: number) => (n / scale) * 100;
  const { low, expected, high } = perGpu.peakGib;
  return (
    <>
      <PatternBar
        label={t("bar.label", { total: gib(perGpu.totalGib, 1), usable: gib(perGpu.usableGib, 1) })}
        parts={partsOf(perGpu).map(({ part, gib: size }) => ({ series: PARTS.indexOf(part), percent: percent(size) }))}
        limit={percent(perGpu.usableGib)}
      />
      <PartsTable perGpu={perGpu} swatch={(part) => <PatternSwatch series={PARTS.indexOf(part)} />} />
      <p className="text-[0.8125rem]">
        {t("range", { low: gib(low, 1), expected: gib(expected, 1), high: gib(high, 1) })}
      </p>
    </>
  );
}

/** Each answer in a line: what it is to this brief, and every need that it fails. */
async function AdvicePart({ advice }: { advice: Advice }) {
  const [t, page] = await Promise.all([getTranslations("boundary"), getTranslations("brief.page")]);
  const why = (a: Advice["answers"][number]) =>
    a.failed.map((r) => (t.has(`reasons.${r.code}`) ? t(`reasons.${r.code}`, r.params) : r.why)).join("; ");
  const state = (a: Advice["answers"][number]) =>
    a.boundary === advice.boundary
      ? "chosen"
      : a.moreThanNeeded
        ? "more"
        : a.accepted
          ? "enough"
          : a.failed.length > 0
            ? "refused"
            : "undecided";
  return (
    <PaperPart title={page("advice")}>
      <p className="text-sm font-medium">
        {advice.boundary
          ? t("advice.chosen", { style: t(`styles.${advice.boundary}.name`) })
          : t("advice.open", { count: advice.questions.length })}
      </p>
      <Table stacked label={page("advice")}>
        <tbody>
          {advice.answers.map((a) => (
            <tr key={a.boundary}>
              <Td className="min-w-36 font-medium">{t(`styles.${a.boundary}.name`)}</Td>
              <Td className="min-w-36">{t(`advice.state.${state(a)}`)}</Td>
              <Td line className="text-[0.8125rem]">
                {why(a)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {advice.conditions.length > 0 ? (
        <ul className="keep-whole list-disc pl-5 text-sm">
          {advice.conditions.map((c) => (
            <li key={c.id}>
              <span className="font-medium">{t(`watchOuts.${c.id}.name`)}:</span> {t(`watchOuts.${c.id}.condition`)}
            </li>
          ))}
        </ul>
      ) : null}
    </PaperPart>
  );
}
