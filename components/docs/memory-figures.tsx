import { createFormatter } from "next-intl";
import { getTranslations } from "next-intl/server";
import { wordText } from "@/components/memory/memory-words";
import { docWords } from "@/lib/i18n/documentation";
import { FORMULA_VERSION } from "@/lib/memory/answer";
import { ENGINE_FACTS } from "@/lib/memory/engines";
import { type Formula, type FormulaKind, formulasOf } from "@/lib/memory/formulas";
import { ELEMENT_BYTES } from "@/lib/memory/kv-cache";
import type { Word } from "@/lib/memory/word";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";
import { Code } from "./prose";

/** Sources that stand beside the engines: one formula of many engines need not repeat them all. */
const OF_ENGINES = new Set<string>(ENGINE_FACTS.map((facts) => facts.source));

/** Every formula of one kind of work with what it counts and its source; names are those of the estimate's lines. */
export async function FormulaTable({ locale, title, kind }: FigureProps & { kind: FormulaKind }) {
  const [{ words }, t, memory] = await Promise.all([
    docWords(locale, "memory"),
    getTranslations("estimate.parts"),
    getTranslations({ locale, namespace: "memory" }),
  ]);
  const said = (word: Word) => wordText(memory, word);
  const sourceOf = (word: Word) => (OF_ENGINES.has(word.code) ? words.byEngine : said(word));
  const nameOf = (part: string) => (t.has(part as "weights") ? t(part as "weights") : part);
  return (
    <FigureTable
      label={title}
      heads={[words.part, words.formula, words.what, words.source]}
      rows={formulasOf(kind).map((f: Formula) => ({
        key: `${f.part} ${f.formula}`,
        cells: [
          nameOf(f.part),
          <span key="formula" className="block min-w-48">
            <Code text={said(f.words)} />
          </span>,
          f.whats.map(said).join("; "),
          <span key="source" className="text-[0.8125rem] text-muted">
            {[...new Set(f.sources.map(sourceOf))].join("; ")}
          </span>,
        ],
      }))}
    />
  );
}

export async function CacheTypes({ locale, title }: FigureProps) {
  const { words } = await docWords(locale, "memory");
  const format = createFormatter({ locale });
  const all = Object.entries(ELEMENT_BYTES);
  const sizes = [...new Set(all.map(([, bytes]) => bytes))];
  return (
    <FigureTable
      label={title}
      heads={[words.type, words.perElement]}
      rows={sizes.map((size) => ({
        key: String(size),
        cells: [
          all.flatMap(([name, bytes]) => (bytes === size ? [name] : [])).join(", "),
          format.number(size, { maximumFractionDigits: 4 }),
        ],
      }))}
    />
  );
}

export async function Symbols({ locale, title }: FigureProps) {
  const { words, symbols } = await docWords(locale, "memory");
  return (
    <FigureTable
      label={title}
      heads={[words.symbol, words.meaning]}
      rows={Object.entries(symbols).map(([symbol, meaning]) => ({
        key: symbol,
        cells: [<Code key="symbol" text={symbol} />, meaning],
      }))}
    />
  );
}

export async function Engines({ locale, title }: FigureProps) {
  const { words } = await docWords(locale, "memory");
  const memory = await getTranslations({ locale, namespace: "memory" });
  const format = createFormatter({ locale });
  return (
    <FigureTable
      label={title}
      heads={[words.engine, words.share, words.block, words.source]}
      rows={ENGINE_FACTS.map((facts) => ({
        key: facts.label,
        cells: [
          memory(facts.label),
          facts.cache === "as-needed" ? "–" : format.number(facts.defaultUtilisation, { style: "percent" }),
          format.number(facts.blockSize),
          <span key="source" className="text-[0.8125rem] text-muted">
            {memory(facts.source)}
          </span>,
        ],
      }))}
    />
  );
}

export async function FormulaVersion({ locale }: FigureProps) {
  const { words } = await docWords(locale, "memory");
  return (
    <p className="text-sm text-muted">
      {words.version}: <Code text={FORMULA_VERSION} />
    </p>
  );
}
