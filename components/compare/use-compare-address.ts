"use client";
import { createSerializer } from "nuqs";
import { textParsers, useTypedAddress } from "@/components/shell/use-typed-address";
import { packWhatIf, unpackWhatIf, type WhatIf } from "@/lib/boundary/what-if/what-if";

export const PLACES = ["a", "b", "c", "d"] as const;
const parsers = textParsers(["brief", ...PLACES]);
const serialize = createSerializer(parsers);

export interface CompareAddress {
  readonly whatIfs: readonly WhatIf[];
  readonly change: (at: number, next: WhatIf) => void;
  readonly add: () => void;
  readonly remove: (at: number) => void;
  readonly link: () => string;
}

/** Up to four what-ifs in the address; the first is always there. */
export function useCompareAddress(): CompareAddress {
  const { values, change } = useTypedAddress(parsers);
  const packed = PLACES.map((place) => values[place] ?? "");
  const last = packed.findLastIndex((text) => text !== "");
  const whatIfs = packed.slice(0, Math.max(1, last + 1)).map(unpackWhatIf);
  const write = (list: readonly WhatIf[]) =>
    change(Object.fromEntries(PLACES.map((place, i) => [place, list[i] ? packWhatIf(list[i]) : ""])));
  return {
    whatIfs,
    change: (at, next) => write(whatIfs.map((w, i) => (i === at ? { ...w, ...next } : w))),
    add: () => write([...whatIfs, { ...whatIfs.at(-1) }]),
    remove: (at) => write(whatIfs.filter((_, i) => i !== at)),
    link: () => `${window.location.origin}${serialize("/compare", values)}`,
  };
}
