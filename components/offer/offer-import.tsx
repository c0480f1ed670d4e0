"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button, LinkButton } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Disclosure } from "@/components/ui/disclosure";
import { describedBy, Field, Input, Textarea } from "@/components/ui/field";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { OWN_COLUMNS, OWN_REQUIRED } from "@/lib/catalog/offer-import/headroom-csv/columns";
import { importOffers, planOfferImport, undoOfferImport } from "@/lib/catalog/server/actions";
import { ImportPlan, type OfferImportPlan } from "./import-plan";

type Values = { readonly text: string; readonly source: string; readonly dated: string; readonly provider: string };
const NEEDED = ["text", "source", "dated"] as const;

/** A price list becomes offers in two steps: first what would happen, then all of it at once. */
export function OfferImport({ today }: { today: string }) {
  const t = useTranslations("offer.import");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const [values, setValues] = useState<Values>({ text: "", source: "", dated: today, provider: "" });
  const [asked, setAsked] = useState(false);
  const [plan, setPlan] = useState<OfferImportPlan | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const change = (part: Partial<Values>) => {
    setValues((v) => ({ ...v, ...part }));
    setPlan(null);
  };
  const take = async (chosen: File | undefined) => {
    if (chosen) change({ text: await chosen.text(), source: values.source || chosen.name });
  };
  const server = new Set((failure?.fields ?? []).map((f) => f.path));
  const faultOf = (name: keyof Values): string | undefined => {
    if (asked && values[name] === "" && NEEDED.some((n) => n === name)) return t("needed");
    if (!server.has(name)) return undefined;
    return name === "provider" || name === "text" ? t(`refused.${name}`) : t("needed");
  };

  async function look() {
    setAsked(true);
    if (NEEDED.some((name) => values[name].trim() === "")) return;
    const answer = await write(() => planOfferImport(values));
    if (answer) setPlan(answer);
  }

  async function commit(expected: number) {
    const done = await write(() => importOffers({ ...values, expected }));
    if (!done) return;
    const { count, first } = done;
    offerUndo({ said: undo("offers", { count }), undo: () => undoOfferImport({ first }) });
    router.push("/offers");
  }

  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t("title")} note={t("note")} />
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          void look();
        }}
      >
        <Section title={t("file")}>
          <div className="flex flex-col gap-4">
            <FileField text={values.text} fault={faultOf("text")} input={file} take={take} change={change} />
            <div className="fields gap-4 sm:grid-cols-3">
              <TextField name="source" values={values} fault={faultOf("source")} change={change} />
              <TextField name="dated" values={values} fault={faultOf("dated")} change={change} />
              <TextField name="provider" values={values} fault={faultOf("provider")} change={change} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" tone={plan ? "secondary" : "primary"} pending={pending && !plan}>
                {t("look")}
              </Button>
              <LinkButton tone="ghost" href="/offers">
                {t("back")}
              </LinkButton>
            </div>
          </div>
        </Section>
      </form>
      {plan ? <ImportPlan plan={plan} pending={pending} onCommit={() => void commit(plan.fresh)} /> : null}
      <Columns />
    </div>
  );
}

interface FileFieldProps {
  readonly text: string;
  readonly fault: string | undefined;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly take: (file: File | undefined) => Promise<void>;
  readonly change: (part: { text: string }) => void;
}

/** Pasting, choosing and dropping fill the same field. */
function FileField({ text, fault, input, take, change }: FileFieldProps) {
  const t = useTranslations("offer.import");
  const [over, setOver] = useState(false);
  const drag = (e: DragEvent, on: boolean) => {
    e.preventDefault();
    setOver(on);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button
    <div
      onDragOver={(e) => drag(e, true)}
      onDragLeave={(e) => drag(e, false)}
      onDrop={(e) => {
        drag(e, false);
        void take(e.dataTransfer.files[0]);
      }}
      className={classes("rounded-lg", over && "bg-accent-soft outline outline-accent")}
    >
      <Field id="import-text" label={t("text.label")} hint={t("text.why")} error={fault}>
        <Textarea
          id="import-text"
          placeholder={
            "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region\ngpu_1x_h100_sxm5,H100,1,2.69,,europe-central-1"
          }
          rows={8}
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          aria-describedby={describedBy("import-text", { hint: true, error: fault })}
          aria-invalid={fault ? true : undefined}
          value={text}
          onChange={(e) => change({ text: e.target.value })}
        />
      </Field>
      <input
        ref={input}
        type="file"
        accept=".csv,.json,.txt"
        aria-label={t("choose")}
        className="sr-only"
        tabIndex={-1}
        onChange={(e: ChangeEvent<HTMLInputElement>) => void take(e.target.files?.[0])}
      />
      <Button className="mt-2" onClick={() => input.current?.click()}>
        {t("choose")}
      </Button>
    </div>
  );
}

interface TextFieldProps {
  readonly name: "source" | "dated" | "provider";
  readonly values: Values;
  readonly fault: string | undefined;
  readonly change: (part: Partial<Values>) => void;
}

function TextField({ name, values, fault, change }: TextFieldProps) {
  const t = useTranslations("offer.import");
  const example = useTranslations("examples.offer");
  const common = useTranslations("common");
  const id = `import-${name}`;
  const needed = name !== "provider";
  return (
    <Field
      id={id}
      label={t(`${name}.label`)}
      hint={t(`${name}.why`)}
      error={fault}
      optional={needed ? undefined : common("optional")}
    >
      <Input
        id={id}
        placeholder={name === "dated" ? undefined : example(name)}
        type={name === "dated" ? "date" : "text"}
        maxLength={name === "provider" ? 200 : 500}
        autoComplete="off"
        aria-required={needed || undefined}
        aria-describedby={describedBy(id, { hint: true, error: fault })}
        aria-invalid={fault ? true : undefined}
        value={values[name]}
        onChange={(e) => change({ [name]: e.target.value })}
      />
    </Field>
  );
}

/** The layout of our own table, for lists that are kept by hand. */
function Columns() {
  const t = useTranslations("offer.import");
  const needed = new Set<string>(OWN_REQUIRED);
  return (
    <Disclosure summary={t("own.title")}>
      <p className="text-sm">{t("own.text")}</p>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem]">
        {OWN_COLUMNS.map(({ name }) => (
          <li key={name}>
            <code>{name}</code>
            {needed.has(name) ? <span className="text-muted"> ({t("own.needed")})</span> : null}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
