import { useTranslations } from "next-intl";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Callout, EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { compareRuns, RUN_GROUPS, type Run, type RunComparison } from "@/lib/acceptance/compare-runs";
import type { ReviewView } from "./review-view";
import { useReviewWords } from "./words";

type Piece = ReviewView["evidence"][number];

function runOf(piece: Piece | undefined): Run | null {
  return piece === undefined || piece.erased !== null || piece.reading.format === null ? null : piece.reading;
}

/** The two that are offered first: outputs of the same tool where there are any, for others cannot be compared. */
function offered(read: readonly Piece[]): readonly (Piece | undefined)[] {
  for (const first of read) {
    const second = read.find((e) => e.id !== first.id && e.reading.format === first.reading.format);
    if (second) return [first, second];
  }
  return read;
}

/** Two pieces of evidence of one review side by side; which two stands in the address. */
export function ComparePage({ review, a, b }: { review: ReviewView; a: string; b: string }) {
  const t = useTranslations("review.compare");
  const words = useReviewWords();
  const read = review.evidence.filter((e) => runOf(e) !== null);
  const first = offered(read);
  const [left, right] = [runOf(read.find((e) => e.id === a)), runOf(read.find((e) => e.id === b))];
  return (
    <>
      <PageHeader
        eyebrow={review.reference}
        title={t("title", { ref: review.reference })}
        actions={<LinkButton href={`/reviews/${review.reference}`}>{t("back")}</LinkButton>}
      />
      <p className="max-w-prose text-muted">{t("note")}</p>
      {read.length < 2 ? (
        <EmptyState title={t("tooFew")}>{t("tooFewText")}</EmptyState>
      ) : (
        <form method="get" className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
          {(["a", "b"] as const).map((name, i) => (
            <Field key={name} id={`run-${name}`} label={t(name)}>
              <Select id={`run-${name}`} name={name} defaultValue={(name === "a" ? a : b) || first[i]?.id}>
                {read.map((e) => (
                  <option key={e.id} value={e.id}>
                    {e.fileName} ({words.read(e.reading.format)})
                  </option>
                ))}
              </Select>
            </Field>
          ))}
          <Button type="submit" className="justify-self-start">
            {t("show")}
          </Button>
        </form>
      )}
      {left && right ? <Differences found={compareRuns(left, right)} /> : null}
    </>
  );
}

function Differences({ found }: { found: RunComparison }) {
  const t = useTranslations("review.compare");
  const words = useReviewWords();
  return (
    <>
      {found.sameFormat ? null : <Callout tone="warn">{t("otherFormat")}</Callout>}
      {found.sameFormat && !found.comparable ? <Callout tone="warn">{t("notComparable")}</Callout> : null}
      <p>{t("equal", { count: found.equal })}</p>
      {RUN_GROUPS.map((group) => {
        const rows = found.differences.filter((d) => d.group === group);
        if (rows.length === 0) return null;
        return (
          <Section key={group} id={group} title={t(`groups.${group}`)}>
            <Table label={t(`groups.${group}`)}>
              <thead>
                <tr>
                  <Th>{t("fact")}</Th>
                  <Th numeric>{t("a")}</Th>
                  <Th numeric>{t("b")}</Th>
                  <Th numeric>{t("change")}</Th>
                </tr>
              </thead>
              <tbody>
                {rows.map((d) => (
                  <tr key={d.fact}>
                    <Td>
                      <code className="break-all text-[0.8125rem]">{d.fact}</code>
                    </Td>
                    <Td numeric>{words.value(d.a, null)}</Td>
                    <Td numeric>{words.value(d.b, null)}</Td>
                    <Td numeric>
                      {d.changePct === null ? "–" : `${d.changePct > 0 ? "+" : ""}${words.amount(d.changePct, "%")}`}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Section>
        );
      })}
    </>
  );
}
