"use client";
import { createSerializer } from "nuqs";
import { textParsers, useTypedAddress } from "@/components/shell/use-typed-address";
import { SWEEP_PARAMS, type SweepValues } from "./sweep-values";

const parsers = textParsers(["brief", ...SWEEP_PARAMS]);
const serialize = createSerializer(parsers);

export interface SweepAddress {
  readonly values: SweepValues;
  readonly change: (next: SweepValues) => void;
  readonly link: () => string;
}

/** The whole search lives in its address. */
export function useSweepAddress(): SweepAddress {
  const { values, change } = useTypedAddress(parsers);
  return {
    values,
    change,
    link: () => `${window.location.origin}${serialize("/sweep", values)}`,
  };
}
