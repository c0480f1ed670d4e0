"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Table, Th } from "@/components/ui/table";
import type { EntryLine } from "@/lib/ledger/entry-line";
import { EntryRows } from "./entry-rows";
import { useNear } from "./use-near";

interface EntryPage {
  readonly lines: readonly EntryLine[];
  readonly next: string | null;
}

interface ListProps {
  /** The filters as the address has them. */
  readonly query: string;
  readonly first: EntryPage;
  readonly timeZone: string;
}

/**
 * Entries that go on as one scrolls. Pages far from the window hold their height and no rows, so that a long list stays
 * quick; without scripts the first page stands as it is.
 */
export function EntryList({ query, first, timeZone }: ListProps) {
  const t = useTranslations("ledger");
  const [pages, setPages] = useState<readonly EntryPage[]>([first]);
  const [failed, setFailed] = useState(false);
  /** The page that was asked for last: an effect may run once more before the page that came is drawn. */
  const asked = useRef<string | null>(null);
  const [end, near] = useNear<HTMLDivElement>();
  const next = pages.at(-1)?.next ?? null;

  useEffect(() => {
    if (!near || next === null || failed || asked.current === next) return;
    asked.current = next;
    readPage(query, next)
      .then((page) => setPages((known) => [...known, page]))
      .catch(() => {
        asked.current = null;
        setFailed(true);
      });
  }, [near, next, failed, query]);

  return (
    <>
      <Table stacked label={t("list.title")}>
        <thead>
          <tr>
            <Th>{t("list.when")}</Th>
            <Th>{t("list.what")}</Th>
            <Th>{t("list.component")}</Th>
            <Th numeric>{t("basis.billedShort")}</Th>
            <Th numeric>{t("basis.effectiveShort")}</Th>
            <Th>{t("list.currency")}</Th>
            <Th>{t("list.brief")}</Th>
            <Th>{t("list.bill")}</Th>
          </tr>
        </thead>
        {pages.map((page, i) => (
          <PageRows key={page.lines[0]?.id ?? i} page={page} timeZone={timeZone} />
        ))}
      </Table>
      <div ref={end} role="status" className="no-print min-h-8 py-2 text-[0.8125rem] text-muted">
        {failed ? (
          <span className="flex items-center gap-2">
            {t("further.failed")}
            <Button small onClick={() => setFailed(false)}>
              {t("further.again")}
            </Button>
          </span>
        ) : next !== null ? (
          t("further.loading")
        ) : pages.length > 1 ? (
          t("further.end")
        ) : null}
      </div>
    </>
  );
}

async function readPage(query: string, after: string): Promise<EntryPage> {
  const params = new URLSearchParams(query);
  params.set("after", after);
  const response = await fetch(`/api/ledger/entries?${params}`);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

const COLUMNS = 8;

/** A page of entries: its rows while it is near the window, else a row of the height that they had. */
function PageRows({ page, timeZone }: { page: EntryPage; timeZone: string }) {
  const [body, near] = useNear<HTMLTableSectionElement>(true);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (near && body.current) setHeight(body.current.getBoundingClientRect().height);
  }, [near, body]);
  const shown = near || height === 0;
  return (
    <tbody ref={body}>
      {shown ? (
        <EntryRows lines={page.lines} timeZone={timeZone} />
      ) : (
        <tr style={{ height }}>
          <td colSpan={COLUMNS} />
        </tr>
      )}
    </tbody>
  );
}
