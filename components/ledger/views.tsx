"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { PutBackList } from "@/components/shell/put-back-list";
import { useWrite } from "@/components/shell/use-write";
import { WriteButton } from "@/components/shell/write-button";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Input } from "@/components/ui/field";
import Link from "@/components/ui/link";
import { keepLedgerView, removeLedgerView, restoreLedgerView } from "@/lib/ledger/server/actions";
import { type ViewPage, viewQuery } from "@/lib/ledger/view-query";

interface ViewsProps {
  readonly page: ViewPage;
  readonly views: readonly {
    readonly id: string;
    readonly name: string;
    readonly query: string;
    readonly mine: boolean;
  }[];
  /** Removed lately, and the reader may put them back. */
  readonly removed: readonly { readonly id: string; readonly name: string }[];
}

/** Views that the workspace keeps of a page; what is shown now can become one. */
export function Views({ page, views, removed }: ViewsProps) {
  const t = useTranslations("ledger.views");
  const now = viewQuery(page, useSearchParams().toString());
  const shown = views.find((v) => v.query === now);
  const gone = (
    <PutBackList
      lines={removed.map(({ id, name }) => ({ id, name, says: name, run: () => restoreLedgerView({ id }) }))}
      title={t("removed")}
    />
  );
  if (views.length === 0 && now === "") return gone;
  return (
    <div className="flex flex-col gap-2">
      <div className="no-print flex flex-wrap items-center gap-1.5">
        {views.length > 0 ? <span className="mr-1 text-sm text-muted">{t("title")}</span> : null}
        {views.map((v) => (
          <Link
            key={v.id}
            href={`/${page}?${v.query}`}
            aria-current={v === shown ? "true" : undefined}
            className={classes(
              "rounded-md border px-2.5 py-1 text-[0.8125rem]",
              v === shown ? "border-accent bg-accent-soft font-medium text-accent" : "border-control",
            )}
          >
            {v.name}
          </Link>
        ))}
        {shown?.mine ? <RemoveView view={shown} page={page} /> : null}
        {now !== "" && shown === undefined ? <KeepView page={page} query={now} /> : null}
      </div>
      {gone}
    </div>
  );
}

function KeepView({ page, query }: { page: ViewPage; query: string }) {
  const t = useTranslations("ledger.views");
  const words = useTranslations("ledger.fieldError");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <Button small onClick={() => setName("")}>
        {t("keep")}
      </Button>
    );
  }

  async function keep() {
    if (!name?.trim()) return;
    if ((await write(() => keepLedgerView({ page, name: name.trim(), query }))) === undefined) return;
    setName(null);
    router.refresh();
  }

  const problem = failure?.fields?.some((f) => f.code === "taken") ? words("taken") : error;
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(e) => {
        e.preventDefault();
        void keep();
      }}
    >
      <Input
        aria-label={t("name")}
        placeholder={t("name")}
        maxLength={80}
        autoFocus
        className="!min-h-8 pointer-coarse:!min-h-11 !w-52 !py-1 !text-[0.8125rem]"
        value={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? "view-problem" : undefined}
        onChange={(e) => setName(e.target.value)}
      />
      <Button small type="submit" pending={pending}>
        {t("submit")}
      </Button>
      <Button small tone="ghost" onClick={() => setName(null)}>
        {t("cancel")}
      </Button>
      {problem ? (
        <span id="view-problem" role="alert" className="text-sm text-bad">
          {problem}
        </span>
      ) : null}
    </form>
  );
}

function RemoveView({ view, page }: { view: ViewsProps["views"][number]; page: ViewPage }) {
  const t = useTranslations("ledger.views");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { id, name, query } = view;
  return (
    <WriteButton
      run={() => removeLedgerView({ id })}
      onDone={() => {
        const back = `/${page}?${query}`;
        offerUndo({ said: undo("view", { what: name }), undo: () => restoreLedgerView({ id }), back });
        router.push(`/${page}`);
      }}
    >
      {t("remove", { name })}
    </WriteButton>
  );
}
