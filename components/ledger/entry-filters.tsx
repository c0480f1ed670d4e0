import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { ANY_COMPONENTS } from "@/lib/ledger/components";
import type { EntryGroup } from "@/lib/ledger/groups";

export interface FilterValues {
  readonly month: string | null;
  readonly component: string | null;
  readonly brief: string | null;
  readonly bill: string | null;
  readonly q: string | null;
  /** Only entries that say this value of a group, or none. */
  readonly group: { readonly by: EntryGroup; readonly value: string | null } | null;
}

interface FiltersProps {
  readonly values: FilterValues;
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly bills: readonly { readonly number: number; readonly fileName: string }[];
  readonly filtered: boolean;
}

/** A plain GET form: the filters are the address. */
export async function EntryFilters({ values, briefs, bills, filtered }: FiltersProps) {
  const [t, groups] = await Promise.all([getTranslations("ledger"), getTranslations("costs.groups")]);
  return (
    <form
      action="/ledger"
      key={JSON.stringify(values)}
      className="no-print grid grid-cols-2 items-end gap-3 md:grid-cols-3 min-[90rem]:grid-cols-6"
    >
      {values.group ? (
        <>
          <input type="hidden" name="by" value={values.group.by} />
          {values.group.value === null ? null : <input type="hidden" name="is" value={values.group.value} />}
          <p className="col-span-full text-sm">
            <Badge>
              {groups("is", {
                group: groups(`name.${values.group.by}`),
                value: values.group.value ?? groups("none"),
              })}
            </Badge>
          </p>
        </>
      ) : null}
      <Field id="f-month" label={t("list.month")}>
        <Input id="f-month" name="month" type="month" defaultValue={values.month ?? ""} />
      </Field>
      <Field id="f-component" label={t("list.component")}>
        <Select id="f-component" name="component" defaultValue={values.component ?? ""}>
          <option value="">{t("list.anyComponent")}</option>
          {ANY_COMPONENTS.map((c) => (
            <option key={c} value={c}>
              {t(`component.${c}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="f-brief" label={t("list.brief")}>
        <Select id="f-brief" name="brief" defaultValue={values.brief ?? ""}>
          <option value="">{t("list.anyBrief")}</option>
          <option value="none">{t("list.noBrief")}</option>
          {briefs.map((b) => (
            <option key={b.number} value={`BRF-${b.number}`}>{`BRF-${b.number} ${b.title}`}</option>
          ))}
        </Select>
      </Field>
      <Field id="f-import" label={t("list.bill")}>
        <Select id="f-import" name="import" defaultValue={values.bill ?? ""}>
          <option value="">{t("list.anyBill")}</option>
          <option value="manual">{t("list.typed")}</option>
          {bills.map((b) => (
            <option key={b.number} value={`BILL-${b.number}`}>{`BILL-${b.number} ${b.fileName}`}</option>
          ))}
        </Select>
      </Field>
      <Field id="f-q" label={t("list.search")} className="max-md:col-span-2">
        <Input id="f-q" name="q" defaultValue={values.q ?? ""} placeholder={t("list.searchHint")} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t("list.filter")}</Button>
        {filtered ? (
          <LinkButton tone="ghost" href="/ledger">
            {t("list.clear")}
          </LinkButton>
        ) : null}
      </div>
    </form>
  );
}
