"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { commitBill, discardImport, restoreImport } from "@/lib/ledger/server/actions";

interface CommitProps {
  readonly bill: number;
  readonly basis: "effective" | "billed";
  readonly digest: string;
  readonly entries: number;
  /** Entries of earlier files that the same commit reverses. */
  readonly takenBack: number;
  /** Accounts of which the file holds nothing, and entries of which it would take back. */
  readonly otherAccounts: readonly string[];
  readonly unclassified: number;
  readonly proofHolds: boolean;
}

export function CommitPanel({
  bill,
  basis,
  digest,
  entries,
  takenBack,
  otherAccounts,
  unclassified,
  proofHolds,
}: CommitProps) {
  const t = useTranslations("ledger.commit");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const [keep, setKeep] = useState(false);
  const [others, setOthers] = useState(false);

  async function commit() {
    const done = await write(() => commitBill({ bill, basis, digest, keepUnclassified: keep, otherAccounts: others }));
    if (done) router.refresh();
  }

  return (
    <Section title={t("title")} note={t("note")}>
      <div className="flex flex-col items-start gap-3">
        {error ? (
          <Callout tone="bad" live>
            <p>{error}</p>
            {failure?.code === "PLAN_CHANGED" || failure?.code === "ALREADY_IMPORTED" ? (
              <Button small className="mt-2" onClick={() => router.refresh()}>
                {t("fresh")}
              </Button>
            ) : null}
          </Callout>
        ) : null}
        {entries + takenBack === 0 ? <Callout>{t("nothing")}</Callout> : null}
        {unclassified > 0 ? (
          <Checkbox
            id="keep-unclassified"
            label={t("keep", { count: unclassified })}
            checked={keep}
            onChange={(e) => setKeep(e.target.checked)}
          />
        ) : null}
        {otherAccounts.length > 0 ? (
          <Checkbox
            id="other-accounts"
            label={t("others", { accounts: otherAccounts.join(", "), count: otherAccounts.length })}
            checked={others}
            onChange={(e) => setOthers(e.target.checked)}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          {entries + takenBack > 0 && proofHolds ? (
            <Button tone="primary" pending={pending} onClick={() => void commit()}>
              {entries === 0
                ? t("buttonBack", { count: takenBack })
                : takenBack > 0
                  ? t("buttonBoth", { count: entries, back: takenBack })
                  : t("button", { count: entries })}
            </Button>
          ) : null}
          <DiscardButton bill={bill} />
        </div>
      </div>
    </Section>
  );
}

export function DiscardButton({ bill }: { bill: number }) {
  return <PutAway bill={bill} run={discardImport} tone="danger" words="discard" />;
}

/** Undoes the discarding: nothing was lost by it. */
export function RestoreButton({ bill }: { bill: number }) {
  return <PutAway bill={bill} run={restoreImport} tone="secondary" words="restore" />;
}

interface PutAwayProps {
  readonly bill: number;
  readonly run: typeof discardImport;
  readonly tone: "danger" | "secondary";
  readonly words: "discard" | "restore";
}

function PutAway({ bill, run, tone, words }: PutAwayProps) {
  const t = useTranslations("ledger.commit");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        tone={tone}
        pending={pending}
        onClick={async () => {
          if ((await write(() => run({ bill }))) === undefined) return;
          if (words === "discard")
            offerUndo({ said: undo("discard", { what: `BILL-${bill}` }), undo: () => restoreImport({ bill }) });
          router.refresh();
        }}
      >
        {t(words)}
      </Button>
      {error ? <span className="text-sm text-bad">{error}</span> : null}
    </span>
  );
}
