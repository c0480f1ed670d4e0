import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, Facts, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { CorrectForm } from "./correct-form";
import { ExactMoney } from "./money";
import { Period } from "./period";

interface Address {
  readonly month: string;
  readonly id: string;
}

interface EntryProps extends Address {
  readonly entry: {
    readonly record: number;
    readonly component: string;
    readonly kind: string;
    readonly rule: string;
    readonly billed: string;
    readonly effective: string;
    readonly currency: string;
    readonly chargeStart: string;
    readonly chargeEnd: string;
    readonly invoiceId: string | null;
    readonly issuer: string | null;
    readonly account: string;
    readonly resource: string | null;
    readonly sku: string | null;
    readonly meter: string;
    readonly service: string | null;
    readonly description: string | null;
    readonly tags: Readonly<Record<string, string>> | null;
    readonly bundledHost: boolean;
    readonly lane: number | null;
  };
  readonly reason: string | null;
  readonly reverses: Address | null;
  readonly reversedBy: Address | null;
  readonly raw: readonly { readonly name: string; readonly value: string }[];
  readonly bill: { readonly number: number; readonly fileName: string } | null;
  readonly rental: number | null;
  readonly brief: { readonly number: number; readonly title: string } | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly timeZone: string;
  readonly canWrite: boolean;
}

const addressOf = (a: Address): string => `/ledger/entry/${a.month.slice(0, 7)}/${a.id}`;
const link = "font-medium text-accent underline-offset-2 hover:underline";

export async function EntryPage(props: EntryProps) {
  const { entry: e, timeZone } = props;
  const [t, format] = await Promise.all([getTranslations("ledger"), getFormatter()]);
  const date = format.dateTime(new Date(e.chargeStart), { dateStyle: "medium", timeZone });
  return (
    <>
      <PageHeader
        eyebrow={
          <Link href="/ledger" className="underline-offset-2 hover:underline">
            {t("entry.back")}
          </Link>
        }
        title={t("entry.title", { date })}
        badge={<Badge tone="accent">{t(`component.${e.component}`)}</Badge>}
        note={e.description ?? undefined}
      />
      <Standing {...props} />
      <Section title={t("entry.amounts")} note={t("entry.exact")}>
        <Facts
          items={[
            { label: t("basis.billed"), value: <ExactMoney amount={e.billed} currency={e.currency} /> },
            { label: t("basis.effective"), value: <ExactMoney amount={e.effective} currency={e.currency} /> },
            {
              label: t("entry.period"),
              value: <Period start={e.chargeStart} end={e.chargeEnd} timeZone={timeZone} />,
            },
          ]}
        />
        {e.bundledHost ? <p className="mt-3 text-sm text-muted">{t("entry.bundled")}</p> : null}
      </Section>
      <EntryFacts {...props} />
      <RawRow raw={props.raw} />
      {props.canWrite && !props.reversedBy && !props.reverses ? (
        <CorrectForm
          month={props.month}
          id={props.id}
          currency={e.currency}
          component={e.component}
          billed={e.billed}
          effective={e.effective}
          brief={props.brief?.number ?? null}
          briefs={props.briefs}
        />
      ) : null}
    </>
  );
}

async function Standing({ reverses, reversedBy, reason }: Pick<EntryProps, "reverses" | "reversedBy" | "reason">) {
  const t = await getTranslations("ledger.entry");
  const why = reason ? <p>{t("reason", { reason })}</p> : null;
  if (reverses) {
    return (
      <Callout tone="accent" title={t("isReversal")}>
        {why}
        <Link className={link} href={addressOf(reverses)}>
          {t("openOriginal")}
        </Link>
      </Callout>
    );
  }
  if (reversedBy) {
    return (
      <Callout tone="warn" title={t("isReversed")}>
        <Link className={link} href={addressOf(reversedBy)}>
          {t("openReversal")}
        </Link>
      </Callout>
    );
  }
  return why ? <Callout>{why}</Callout> : null;
}

async function EntryFacts({ entry: e, bill, rental, brief, createdBy, createdAt, timeZone }: EntryProps) {
  const [t, format] = await Promise.all([getTranslations("ledger"), getFormatter()]);
  const written = format.dateTime(new Date(createdAt), { dateStyle: "medium", timeStyle: "short", timeZone });
  const source = bill ? (
    <Link className={link} href={`/ledger/import/BILL-${bill.number}`}>
      {e.record > 0
        ? `BILL-${bill.number}, ${t("entry.record", { record: e.record, file: bill.fileName })}`
        : `BILL-${bill.number}`}
    </Link>
  ) : (
    t("list.typed")
  );
  const allocated = brief ? (
    <Link className={link} href={`/briefs/BRF-${brief.number}`}>{`BRF-${brief.number} ${brief.title}`}</Link>
  ) : (
    t("entry.unallocated")
  );
  const tags = Object.entries(e.tags ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");
  const claim = e.lane === null ? t("entry.claimNo") : t("entry.claimYes", { lane: e.lane });
  return (
    <Section>
      <Facts
        items={[
          { label: t("list.brief"), value: allocated },
          {
            label: t("entry.rental"),
            value: rental ? <Link className={link} href={`/rentals/RNT-${rental}`}>{`RNT-${rental}`}</Link> : "–",
          },
          { label: t("entry.from"), value: source },
          { label: t("list.kind"), value: t(`kind.${e.kind}`) },
          { label: t("entry.rule"), value: t(`rule.${e.rule}`) },
          { label: t("entry.claim"), value: claim },
          { label: t("list.resource"), value: e.resource ?? "–" },
          { label: t("entry.account"), value: e.account || "–" },
          { label: t("entry.service"), value: e.service ?? "–" },
          { label: t("entry.sku"), value: e.sku ?? "–" },
          { label: t("entry.meter"), value: e.meter || "–" },
          { label: t("entry.invoice"), value: e.invoiceId ?? "–" },
          { label: t("entry.issuer"), value: e.issuer ?? "–" },
          { label: t("entry.tags"), value: tags || "–" },
          { label: t("entry.by"), value: `${createdBy ?? "–"}, ${written}` },
        ]}
      />
    </Section>
  );
}

async function RawRow({ raw }: Pick<EntryProps, "raw">) {
  const t = await getTranslations("ledger.entry");
  const filled = raw.filter((cell) => cell.value !== "");
  if (filled.length === 0) return null;
  return (
    <Section title={t("raw")} note={t("rawEmpty")}>
      <Table label={t("raw")}>
        <thead>
          <tr>
            <Th>{t("rawColumn")}</Th>
            <Th>{t("rawValue")}</Th>
          </tr>
        </thead>
        <tbody>
          {filled.map((cell) => (
            <tr key={cell.name}>
              <Td className="font-mono text-[0.8125rem]">{cell.name}</Td>
              <Td className="whitespace-pre-wrap wrap-anywhere font-mono text-[0.8125rem]">{cell.value}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
