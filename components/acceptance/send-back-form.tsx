"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { AREAS, type AreaId } from "@/lib/acceptance/names";
import { sendBack } from "@/lib/acceptance/server/actions";
import { firstName, NameChoice } from "./name-choice";
import type { SignAs } from "./review-view";
import { SaveRow } from "./save-row";

/** Back to the author: one reason always, and where wanted one for single areas. */
export function SendBackForm({ number, reference, signAs }: { number: number; reference: string; signAs: SignAs }) {
  const t = useTranslations();
  const example = useTranslations("examples");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [reason, setReason] = useState("");
  const [areas, setAreas] = useState<Partial<Record<AreaId, string>>>({});
  const [missing, setMissing] = useState(false);
  const [delegation, setDelegation] = useState(firstName(signAs));

  async function submit(e: FormEvent) {
    e.preventDefault();
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return;
    const given = AREAS.flatMap((area) => {
      const text = areas[area]?.trim() ?? "";
      return text === "" ? [] : [{ area, reason: text }];
    });
    const done = await write(() => sendBack({ number, reason, areas: given, delegation }));
    if (done !== undefined) router.push(`/reviews/${reference}`);
  }
  return (
    <Section id="send-back" title={t("review.sign.back")} note={t("review.sign.backText")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          id="back-reason"
          label={t("review.sign.backReason")}
          error={missing ? t("review.sign.backReasonMissing") : null}
        >
          <Textarea
            id="back-reason"
            placeholder={example("backReason")}
            value={reason}
            maxLength={4000}
            aria-invalid={missing || undefined}
            aria-describedby={missing ? "back-reason-error" : undefined}
            onChange={(e) => setReason(e.target.value)}
          />
        </Field>
        <NameChoice id="back-as" signAs={signAs} value={delegation} onChange={setDelegation} />
        <Disclosure summary={t("review.sign.backAreas")}>
          <div className="fields gap-3 sm:grid-cols-2">
            {AREAS.map((area) => (
              <Field key={area} id={`back-${area}`} label={t(`acceptance.areas.${area}.name`)}>
                <Input
                  id={`back-${area}`}
                  placeholder={example("backArea")}
                  value={areas[area] ?? ""}
                  maxLength={4000}
                  onChange={(e) => setAreas((now) => ({ ...now, [area]: e.target.value }))}
                />
              </Field>
            ))}
          </div>
        </Disclosure>
        <SaveRow label={t("review.sign.back")} tone="danger" pending={pending} saved={false} error={error} />
      </form>
    </Section>
  );
}
