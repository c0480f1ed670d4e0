import { useTranslations } from "next-intl";
import { PutBackList } from "@/components/shell/put-back-list";
import { Badge, type Tone } from "@/components/ui/badge";
import { PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { DelegationState } from "@/lib/acceptance/delegation";
import { undoSigningPolicy } from "@/lib/acceptance/server/actions";
import type { SigningPolicy } from "@/lib/acceptance/signing-policy";
import { DelegationForm, EndDelegation } from "./delegation-form";
import { PolicyForm } from "./policy-form";
import { useReviewWords } from "./words";

export interface DelegationView {
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly amount: string;
  readonly currency: string;
  /** References; null for every brief. */
  readonly briefs: readonly string[] | null;
  readonly state: DelegationState | "no-role";
  readonly canEnd: boolean;
}

interface Props {
  readonly policy: SigningPolicy | null;
  /** The last change of the rule, with what it was before. */
  readonly policyChange: {
    readonly id: string;
    readonly was: SigningPolicy;
    readonly by: string | null;
    readonly at: string;
  } | null;
  readonly delegations: readonly DelegationView[];
  readonly members: readonly { readonly id: string; readonly name: string }[];
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly currency: string;
  /** In the workspace's zone. */
  readonly today: string;
  readonly canDelegate: boolean;
  readonly canSetPolicy: boolean;
}

const TONES: Readonly<Record<DelegationView["state"], Tone>> = {
  coming: "accent",
  "in-force": "good",
  over: "neutral",
  ended: "neutral",
  "no-role": "warn",
};

/** Who signs for whom, and above which cost two people sign. */
export function SigningSettings({ policy, policyChange, delegations, currency, today, ...rest }: Props) {
  const t = useTranslations("review.settings");
  const words = useReviewWords();
  const above = policy?.twoAbove ?? null;
  const rule = ({ twoAbove, currency: of }: SigningPolicy) =>
    twoAbove === null ? t("policy.none") : t("policy.now", { amount: words.money(twoAbove, of) });
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      <Section id="policy" title={t("policy.title")} note={t("policy.note")}>
        <div className="flex flex-col gap-4">
          <p>{rule(policy ?? { twoAbove: null, currency })}</p>
          {rest.canSetPolicy ? (
            <>
              <PolicyForm above={above} currency={currency} />
              {policyChange ? <PolicyChange change={policyChange} was={rule(policyChange.was)} /> : null}
            </>
          ) : null}
        </div>
      </Section>
      <Section id="delegations" title={t("delegations.title")} note={t("delegations.note")}>
        {delegations.length === 0 ? (
          <p className="text-muted">{t("delegations.none")}</p>
        ) : (
          <Delegations delegations={delegations} />
        )}
      </Section>
      {rest.canDelegate ? (
        <DelegationForm members={rest.members} briefs={rest.briefs} currency={currency} today={today} />
      ) : null}
    </>
  );
}

/** The last change of the rule with its undo. */
function PolicyChange({ change: { id, by, at }, was }: { change: NonNullable<Props["policyChange"]>; was: string }) {
  const t = useTranslations("undo");
  const words = useReviewWords();
  const says = (
    <>
      <span className="block">{t("policy.line", { was })}</span>
      <span className="block text-[0.8125rem] text-muted">{t("when", { date: words.when(at), who: by ?? "–" })}</span>
    </>
  );
  const line = { id, name: t("policy.title"), says, run: undoSigningPolicy.bind(null, { id }) };
  return <PutBackList lines={[line]} title={t("policy.title")} note={t("policy.note")} label={t("undo")} />;
}

function Delegations({ delegations }: { delegations: readonly DelegationView[] }) {
  const t = useTranslations("review.settings.delegations");
  const somebody = useTranslations("review.page")("somebody");
  const words = useReviewWords();
  return (
    <Table label={t("title")}>
      <thead>
        <tr>
          <Th>{t("from")}</Th>
          <Th>{t("to")}</Th>
          <Th>{t("period")}</Th>
          <Th numeric>{t("amount")}</Th>
          <Th>{t("briefs")}</Th>
          <Th>{t("state")}</Th>
          <Th>
            <span className="sr-only">{t("actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {delegations.map((d) => (
          <tr key={d.id}>
            <Td>{d.from ?? somebody}</Td>
            <Td>{d.to ?? somebody}</Td>
            <Td className="min-w-56">
              {t("periodText", { from: words.when(d.startsAt), until: words.when(d.endsAt) })}
            </Td>
            <Td numeric>{words.money(d.amount, d.currency)}</Td>
            <Td>{d.briefs === null ? t("every") : d.briefs.join(", ")}</Td>
            <Td>
              <Badge tone={TONES[d.state]}>{t(`states.${d.state}`)}</Badge>
            </Td>
            <Td>{d.canEnd ? <EndDelegation id={d.id} to={d.to ?? somebody} /> : null}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
