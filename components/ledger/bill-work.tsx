"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useTransition } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Callout, Section } from "@/components/ui/surface";
import { startBillPlan, stopBillWork } from "@/lib/ledger/server/actions";
import type { BillWorkView } from "./bill-types";

interface WorkProps {
  readonly bill: number;
  readonly basis: "effective" | "billed";
  readonly work: BillWorkView;
  readonly canWrite: boolean;
}

const LOOK_EVERY_MS = 1500;

/** How far a large file is read. The work goes on without the page; the page only looks. */
export function BillWork({ bill, basis, work, canWrite }: WorkProps) {
  const t = useTranslations("ledger.work");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [looking, look] = useTransition();
  const running = work.state === "running";
  // What is thought lost may only have been slow.
  const alive = running || work.state === "lost";

  // A look that began while the last one is still on its way would break that one off, and a busy server never answered.
  useEffect(() => {
    if (!alive || looking) return;
    const timer = setTimeout(() => look(() => router.refresh()), LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [alive, looking, router]);

  // Whoever uploaded it wants it read: the button is for after a stop.
  const begun = useRef(false);
  useEffect(() => {
    if (work.state !== "none" || !canWrite || begun.current) return;
    begun.current = true;
    void startBillPlan({ bill, basis }).then(() => setTimeout(() => router.refresh(), 300));
  }, [work.state, canWrite, bill, basis, router]);

  async function start() {
    if ((await write(() => startBillPlan({ bill, basis }))) === undefined) return;
    // The work has begun by the time the page looks again.
    setTimeout(() => router.refresh(), 300);
  }

  async function stop() {
    if ((await write(() => stopBillWork({ bill, task: work.task }))) !== undefined) router.refresh();
  }

  /** Rows that are counted once more in the second look have a known end. */
  function runningWords(): string {
    const { task, rowsRead, rows } = work;
    if (rows === null) return t(task === "commit" ? "committing" : "reading", { rows: rowsRead });
    const done = Math.min(rows, Math.max(0, rowsRead - rows));
    return t(task === "commit" ? "committingOf" : "readingOf", { done, rows });
  }

  const words = {
    none: t("waiting"),
    done: t("changed"),
    stopped: t("stopped"),
    failed: t("failed"),
    lost: t("lost"),
    running: runningWords(),
  };
  return (
    <Section title={t("title")}>
      <div className="flex flex-col items-start gap-3">
        <p role="status" className="tabular">
          {words[work.state]}
        </p>
        {error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        {!canWrite ? <p className="text-muted">{t("financeOnly")}</p> : null}
        {canWrite && running ? (
          <Button pending={pending} onClick={() => void stop()}>
            {t("stop")}
          </Button>
        ) : null}
        {canWrite && !running ? (
          <Button tone="primary" pending={pending} onClick={() => void start()}>
            {work.state === "none" ? t("start") : t("again")}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
