"use client";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { PRICE_COLUMNS, type PriceListReading, readPriceList } from "@/lib/ledger/price-list";
import { type ValuedUsage, valueUsage } from "@/lib/ledger/value-usage";
import { exactIn } from "./money";
import { useSendBill } from "./use-send-bill";

/** Rows without a value that are listed; all are counted. */
const LISTED = 20;

interface Usage {
  readonly name: string;
  readonly text: string;
}

/** Gives a usage export its cost by a price list, in the browser, and hands the result to the ordinary import. */
export function ValueUsage() {
  const t = useTranslations("budgets.valued");
  const { send, sending, error } = useSendBill();
  const [usage, setUsage] = useState<Usage | null>(null);
  const [list, setList] = useState("");
  const [priced, setPriced] = useState<PriceListReading | null>(null);
  const [valued, setValued] = useState<ValuedUsage | null>(null);

  function value() {
    const read = readPriceList(list);
    setPriced(read);
    setValued(read.ok && usage ? valueUsage(usage.text, read.prices) : null);
  }

  return (
    <Disclosure summary={t("title")}>
      <div className="flex max-w-3xl flex-col gap-4">
        <p className="text-[0.8125rem] text-muted">{t("note")}</p>
        <Field id="usage-file" label={t("usage")}>
          <Input
            id="usage-file"
            type="file"
            accept=".csv,text/csv"
            onChange={async (e) => {
              const file = e.target.files?.[0];
              setValued(null);
              setUsage(file ? { name: file.name, text: await file.text() } : null);
            }}
          />
        </Field>
        <Field id="usage-prices" label={t("prices")} hint={t("pricesHint")}>
          <Textarea
            id="usage-prices"
            rows={5}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
            aria-describedby="usage-prices-hint"
            placeholder={`${PRICE_COLUMNS.join(",")}\nh100,GPU-hours,2.39,USD,accelerator,2026-09-01,,price page of the provider`}
            value={list}
            onChange={(e) => {
              setList(e.target.value);
              setValued(null);
            }}
          />
        </Field>
        <Button className="self-start" disabled={usage === null || list.trim() === ""} onClick={value}>
          {t("value")}
        </Button>
        <div role="status" className="flex flex-col gap-3">
          {priced && !priced.ok ? (
            <Callout tone="bad" title={t("faults")}>
              <ul>
                {priced.faults.slice(0, LISTED).map((f) => (
                  <li key={`${f.record} ${f.message}`} lang="en">
                    {f.record > 0 ? t("fault", f) : f.message}
                  </li>
                ))}
              </ul>
            </Callout>
          ) : null}
          {valued && !valued.ok ? (
            <Callout tone="bad">{t("missing", { names: valued.missing.join("; ") })}</Callout>
          ) : null}
          {valued?.ok ? <Result valued={valued} /> : null}
          {error ? <Callout tone="bad">{error}</Callout> : null}
        </div>
        {valued?.ok && valued.rows > 0 && usage ? (
          <Button
            tone="primary"
            className="self-start"
            pending={sending !== null}
            onClick={() =>
              void send(`${usage.name.replace(/\.csv$/i, "")}-valued.csv`, new Blob([valued.csv], { type: "text/csv" }))
            }
          >
            {t("import")}
          </Button>
        ) : null}
      </div>
    </Disclosure>
  );
}

function Result({ valued }: { valued: Extract<ValuedUsage, { ok: true }> }) {
  const t = useTranslations("budgets.valued");
  const locale = useLocale();
  const sums = Object.entries(valued.sums).map(([currency, sum]) => `${exactIn(locale, sum)}\u00a0${currency}`);
  const { notValued } = valued;
  return (
    <>
      <p className="text-sm">
        {t("result", { rows: valued.rows, free: valued.free, sums: sums.join(", ") || "0" })} {t("estimate")}
      </p>
      {notValued.length > 0 ? (
        <Callout tone="warn" title={t("notValued", { count: notValued.length })}>
          <ul>
            {notValued.slice(0, LISTED).map((n) => (
              <li key={n.record}>
                {t("row", { record: n.record })}: {t(`code.${n.code}`, { what: n.what })}
              </li>
            ))}
            {notValued.length > LISTED ? <li>{t("more", { count: notValued.length - LISTED })}</li> : null}
          </ul>
        </Callout>
      ) : null}
    </>
  );
}
