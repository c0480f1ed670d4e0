"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import type { Card } from "@/lib/acceptance/schema";
import type { Result } from "@/lib/errors";

interface Held {
  readonly version: number;
  readonly card: Card;
}
type Send = (now: Held) => Promise<Result<Held>>;

const Store = createContext<((send: Send) => Promise<Result<Held>>) | null>(null);

/**
 * One card for all the small forms of a page: they write one after the other, each on what the one before left, so that
 * two quick saves never meet as a conflict with oneself.
 */
export function CardProvider({ version, card, children }: Held & { children: ReactNode }) {
  const held = useRef<Held>({ version, card });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (version > held.current.version) held.current = { version, card };
  }, [version, card]);
  const run = useMemo(
    () => (send: Send) => {
      const answer = queue.current.then(async () => {
        const got = await send(held.current);
        if (got.ok) held.current = got.data;
        else if (got.error.code === "CONFLICT" && got.error.data) held.current = got.error.data as Held;
        return got;
      });
      queue.current = answer.catch(() => undefined);
      return answer;
    },
    [],
  );
  return <Store value={run}>{children}</Store>;
}

export function useCardStore() {
  const run = useContext(Store);
  if (!run) throw new Error("a card form outside its page");
  return run;
}
