"use client";
import { createSerializer, debounce, parseAsString, useQueryStates } from "nuqs";
import { SWEEP_PARAMS, type SweepValues } from "./sweep-values";

const parsers = Object.fromEntries(["brief", ...SWEEP_PARAMS].map((p) => [p, parseAsString.withDefault("")]));
const serialize = createSerializer(parsers);

/** While one types, the address follows after a pause, so that Back goes to the last question and not to its letters. */
const PAUSE_MS = 500;

export interface SweepAddress {
  readonly values: SweepValues;
  readonly change: (next: SweepValues) => void;
  readonly link: () => string;
}

/** The whole search lives in its address. */
export function useSweepAddress(): SweepAddress {
  const [values, setValues] = useQueryStates(parsers, {
    history: "push",
    limitUrlUpdates: debounce(PAUSE_MS),
    scroll: false,
  });
  return {
    values,
    change: (next) => void setValues(next),
    link: () => `${window.location.origin}${serialize("/sweep", values)}`,
  };
}
