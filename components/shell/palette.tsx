"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import type { Hit } from "@/lib/workspace/hit";
import { ROOMS } from "./rooms";

interface Line {
  readonly kind: Hit["kind"] | "page";
  readonly name: string;
  readonly title: string;
  readonly path: string;
}

/** Letters are waited for this long before the server is asked. */
const PAUSE_MS = 120;

type Answer =
  | { readonly state: "idle" | "asking" | "failed" }
  | { readonly state: "found"; readonly hits: readonly Hit[] };

function useHits(text: string): Answer {
  const [answer, setAnswer] = useState<Answer>({ state: "idle" });
  useEffect(() => {
    const q = text.trim();
    if (q === "") {
      setAnswer({ state: "idle" });
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      setAnswer((before) => (before.state === "found" ? before : { state: "asking" }));
      try {
        const response = await fetch(`/api/search?q=${encodeURIComponent(q)}`, { signal: abort.signal });
        if (!response.ok) throw new Error(String(response.status));
        const { hits } = (await response.json()) as { hits: Hit[] };
        setAnswer({ state: "found", hits });
      } catch {
        if (!abort.signal.aborted) setAnswer({ state: "failed" });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return answer;
}

/** Search over the workspace and the catalogue, and the rooms by name: arrows choose, Enter goes. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = useTranslations("shell.palette");
  const nav = useTranslations("shell.nav");
  const router = useRouter();
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const answer = useHits(text);
  const wanted = text.trim().toLowerCase();
  const rooms = ROOMS.map((r): Line => ({ kind: "page", name: nav(r.key), title: "", path: r.href })).filter((r) =>
    r.name.toLowerCase().includes(wanted),
  );
  const lines: readonly Line[] = answer.state === "found" ? [...answer.hits, ...rooms] : rooms;
  const chosen = Math.min(at, Math.max(0, lines.length - 1));
  const options = useRef<HTMLDivElement>(null);
  useEffect(() => {
    options.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  function go(line: Line | undefined) {
    if (!line) return;
    onClose();
    router.push(line.path);
  }

  function onKeyDown(e: React.KeyboardEvent) {
    if (e.nativeEvent.isComposing) return;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      const step = e.key === "ArrowDown" ? 1 : -1;
      if (lines.length > 0) setAt((chosen + step + lines.length) % lines.length);
    } else if (e.key === "Enter") {
      e.preventDefault();
      go(lines[chosen]);
    }
  }

  const status =
    answer.state === "asking"
      ? t("searching")
      : answer.state === "failed"
        ? t("failed")
        : answer.state === "found"
          ? lines.length === 0
            ? t("nothing")
            : t("found", { count: lines.length })
          : "";
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t("searchLabel")}>
      <Input
        role="combobox"
        aria-label={t("searchLabel")}
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={lines.length > 0 ? `${list}-${chosen}` : undefined}
        placeholder={t("searchHint")}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(e) => {
          setText(e.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={options}
        id={list}
        role="listbox"
        aria-label={t("searchLabel")}
        className="mt-3 max-h-[50vh] overflow-y-auto"
      >
        {lines.map((line, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and its keys choose among these
          <div
            key={line.kind + line.path}
            id={`${list}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={() => go(line)}
            className={classes(
              "flex cursor-pointer items-baseline gap-2 rounded-md px-2.5 py-2 text-sm",
              i === chosen ? "bg-accent-soft text-accent" : "text-ink hover:bg-sunken",
            )}
          >
            <span className="shrink-0 font-medium">{line.name}</span>
            <span className="min-w-0 truncate text-muted">{line.title}</span>
            <span className="ml-auto shrink-0 text-xs text-muted">{t(`kind.${line.kind}`)}</span>
          </div>
        ))}
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <p role="status" className="text-[0.8125rem] text-muted">
          {status}
        </p>
        <Button tone="ghost" small onClick={onKeys}>
          {t("keys")}
        </Button>
      </div>
    </Dialog>
  );
}
