import { getTranslations } from "next-intl/server";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { CostsData } from "./cost-types";

/** A plain GET form: brief, months and basis are the address. */
export async function CostFilters(props: CostsData & { readonly filtered: boolean }) {
  const [t, ledger] = await Promise.all([getTranslations("costs.filter"), getTranslations("ledger")]);
  const from = props.month ?? props.from ?? "";
  const to = props.month ?? props.to ?? "";
  return (
    <form
      action="/costs"
      key={`${props.brief?.number}${from}${to}${props.basis}${props.by}${props.inOne?.currency}`}
      className="no-print grid grid-cols-2 items-end gap-3 md:grid-cols-3 min-[90rem]:grid-cols-[minmax(0,2fr)_1fr_1fr_1.25fr_auto]"
    >
      {props.by === "brief" ? null : <input type="hidden" name="by" value={props.by} />}
      {props.inOne ? <input type="hidden" name="in" value={props.inOne.currency} /> : null}
      <Field id="c-brief" label={t("brief")} className="col-span-2 md:col-span-3 min-[90rem]:col-span-1">
        <Select id="c-brief" name="brief" defaultValue={props.brief ? `BRF-${props.brief.number}` : ""}>
          <option value="">{t("all")}</option>
          {props.briefs.map((b) => (
            <option key={b.number} value={`BRF-${b.number}`}>{`BRF-${b.number} ${b.title}`}</option>
          ))}
        </Select>
      </Field>
      <Field id="c-from" label={t("from")}>
        <Input id="c-from" name="from" type="month" defaultValue={from} />
      </Field>
      <Field id="c-to" label={t("to")}>
        <Input id="c-to" name="to" type="month" defaultValue={to} />
      </Field>
      <Field id="c-basis" label={t("basis")} className="col-span-2 md:col-span-1">
        <Select id="c-basis" name="basis" defaultValue={props.basis}>
          <option value="effective">{ledger("basis.effective")}</option>
          <option value="billed">{ledger("basis.billed")}</option>
        </Select>
      </Field>
      <div className="col-span-2 flex flex-wrap gap-2 md:col-span-3 min-[90rem]:col-span-1">
        <Button type="submit">{t("show")}</Button>
        {props.filtered ? (
          <LinkButton tone="ghost" href="/costs">
            {t("clear")}
          </LinkButton>
        ) : null}
      </div>
    </form>
  );
}
