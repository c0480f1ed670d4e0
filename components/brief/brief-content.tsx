import { useTranslations } from "next-intl";
import { useFormatter } from "@/components/ui/use-formatter";
import { valueAt } from "@/lib/brief/content";
import type { BriefField, FieldBlock } from "@/lib/brief/field";
import { BRIEF_FIELDS } from "@/lib/brief/fields";
import type { BriefContent, FieldValue } from "@/lib/brief/schema";
import { gib } from "@/lib/units/bytes";
import { valueWords } from "./value-words";

/** Characters of an answer that are shown where all of them would hide the others. */
const MOST_SHOWN = 400;

/** A value in the reader's own words and numbers, with its unit joined by a hard space. */
export function FieldText({ field, value }: { field: BriefField; value: FieldValue }) {
  const t = useTranslations();
  const format = useFormatter();
  if (value === null) return <span className="text-muted">–</span>;
  if (typeof value === "number" && field.input === "bytes")
    return (
      <>{`${format.number(value)}\u00a0B (${format.number(gib(value), { maximumFractionDigits: 2 })}\u00a0GiB)`}</>
    );
  const words = valueWords(t, format, field, value);
  if (typeof value !== "string" || field.choiceSet !== null) return <>{words}</>;
  if (words.length > MOST_SHOWN)
    return (
      <span className="whitespace-pre-wrap break-words font-mono text-[0.8125rem]">
        {`${words.slice(0, MOST_SHOWN)} …`}
      </span>
    );
  return <span className="whitespace-pre-wrap break-words">{words}</span>;
}

const BLOCKS = [...new Set(BRIEF_FIELDS.map((f) => f.block))] as readonly FieldBlock[];

interface Look {
  readonly all: string;
  readonly block: string;
  readonly title: string;
  readonly lines: string;
  readonly line: string;
  readonly name: string;
  readonly value: string;
}

const SCREEN: Look = {
  all: "flex flex-col gap-5",
  block: "",
  title: "mb-2 text-sm font-semibold",
  lines: "grid gap-x-6 gap-y-2 sm:grid-cols-2",
  line: "min-w-0 border-t border-line pt-1.5",
  name: "text-[0.8125rem] text-muted",
  value: "tabular text-sm",
};

/** As close as paper allows: two columns, an answer beside its name. */
const PAPER: Look = {
  all: "gap-x-6 sm:columns-2",
  block: "mb-3 text-[0.8125rem]",
  title: "font-semibold",
  lines: "",
  line: "grid min-w-0 break-inside-avoid grid-cols-[2fr_3fr] gap-x-3 border-t border-line py-0.5 leading-snug",
  name: "",
  value: "tabular min-w-0 break-words",
};

/** A frozen brief, block by block; only what was answered. */
export function BriefContentView({ content, onPaper = false }: { content: BriefContent; onPaper?: boolean }) {
  const t = useTranslations();
  const look = onPaper ? PAPER : SCREEN;
  return (
    <div className={look.all}>
      {BLOCKS.map((block) => {
        const answered = BRIEF_FIELDS.filter((f) => f.block === block && valueAt(content, f.path) !== null);
        if (answered.length === 0) return null;
        return (
          <div key={block} className={look.block}>
            <h3 className={look.title}>{t(`brief.blocks.${block}.title`)}</h3>
            <dl className={look.lines}>
              {answered.map((f) => (
                <FieldLine key={f.path} field={f} content={content} look={look} />
              ))}
            </dl>
          </div>
        );
      })}
    </div>
  );
}

/** What was asked, whether its answer is still an example's, and the answer. */
function FieldLine({ field, content, look }: { field: BriefField; content: BriefContent; look: Look }) {
  const t = useTranslations();
  return (
    <div className={look.line}>
      <dt className={look.name}>
        {t(field.labelKey)}
        {content.keptFromExample?.includes(field.path) ? (
          <span className="ml-2 italic">{t("brief.form.origin.kept")}</span>
        ) : null}
      </dt>
      <dd className={look.value}>
        <FieldText field={field} value={valueAt(content, field.path)} />
      </dd>
    </div>
  );
}
