"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Select } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { COMPONENTS, type Component } from "@/lib/ledger/components";
import { setBillClasses, undoBillClasses } from "@/lib/ledger/server/actions";
import type { GroupView } from "./bill-types";
import { Money } from "./money";

interface GroupsProps {
  readonly bill: number;
  readonly groups: readonly GroupView[];
  readonly basis: "effective" | "billed";
}

/** One class for many rows at once: those that look alike, or all of them. It can be taken back until the commit. */
export function ClassGroups({ bill, groups, basis }: GroupsProps) {
  const t = useTranslations("ledger");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { write, pending, error } = useWrite();

  async function set(records: readonly number[], value: string) {
    const component = value === "" ? null : (value as Component);
    const done = await write(() => setBillClasses({ bill, records: [...records], component }));
    if (!done) return;
    const { rows, change } = done;
    if (change !== null)
      offerUndo({ said: undo("classes", { count: rows }), undo: () => undoBillClasses({ bill, change }) });
    router.refresh();
  }

  const options = (
    <>
      <option value="">{t("classes.none")}</option>
      {COMPONENTS.map((c) => (
        <option key={c} value={c}>
          {t(`component.${c}`)}
        </option>
      ))}
    </>
  );
  const all = groups.flatMap((g) => g.records);
  const same = new Set(groups.map((g) => g.chosen ?? ""));
  return (
    <Section id="classes" title={t("classes.title")} note={t("classes.note")}>
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <label htmlFor="class-all" className="text-sm font-medium">
          {t("classes.all")}
        </label>
        <Select
          id="class-all"
          className="!w-56"
          disabled={pending}
          value={same.size === 1 ? (groups[0]?.chosen ?? "") : ""}
          onChange={(e) => void set(all, e.target.value)}
        >
          {options}
        </Select>
      </div>
      <Table label={t("classes.title")}>
        <thead>
          <tr>
            <Th>{t("list.what")}</Th>
            <Th numeric>{t("bill.rows")}</Th>
            <Th numeric>{t(`basis.${basis}Short`)}</Th>
            <Th>{t("classes.class")}</Th>
          </tr>
        </thead>
        <tbody>
          {groups.map((g, i) => {
            const name = g.description ?? g.meter ?? g.sku ?? g.service ?? t("classes.unstated");
            return (
              <tr key={g.records[0]}>
                <Td className="min-w-52 max-w-96 break-words">
                  {name}
                  <span className="block text-[0.8125rem] text-muted">
                    {[g.service, g.sku, g.meter].filter((x) => x !== null && x !== name).join("\u00a0· ")}
                  </span>
                </Td>
                <Td numeric>{g.records.length}</Td>
                <Td numeric>
                  {g.sums.map((s) => (
                    <span key={s.currency} className="block">
                      <Money amount={basis === "billed" ? s.billed : s.effective} currency={s.currency} />
                    </span>
                  ))}
                </Td>
                <Td>
                  <Select
                    aria-label={`${t("classes.class")}: ${name}`}
                    id={`class-${i}`}
                    className="!w-52"
                    disabled={pending}
                    value={g.chosen ?? ""}
                    onChange={(e) => void set(g.records, e.target.value)}
                  >
                    {options}
                  </Select>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
