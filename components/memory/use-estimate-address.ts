"use client";
import { createSerializer, debounce, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { packConfig, unpackConfig } from "./config-address";
import { ESTIMATE_PARAMS, type EstimateValues } from "./estimate-fields";

const parsers = Object.fromEntries(ESTIMATE_PARAMS.map((p) => [p, parseAsString.withDefault("")]));
const serialize = createSerializer(parsers);

/** While one types, the address follows after a pause, so that Back goes to the last question and not to its letters. */
const PAUSE_MS = 500;

export interface EstimateAddress {
  readonly values: EstimateValues;
  readonly configText: string;
  /** The pasted config is too long for an address: the link holds everything else. */
  readonly configTooLong: boolean;
  /** The address carries a config that cannot be unpacked: it was cut on its way. */
  readonly configDamaged: boolean;
  readonly change: (next: EstimateValues) => void;
  readonly changeConfig: (text: string) => void;
  readonly link: () => string;
}

/** The whole question of the page lives in its address; a pasted config lives there compressed. */
export function useEstimateAddress(): EstimateAddress {
  const [values, setValues] = useQueryStates(parsers, {
    history: "push",
    limitUrlUpdates: debounce(PAUSE_MS),
    scroll: false,
  });
  const packed = values.config ?? "";
  const [configText, setConfigText] = useState(() => unpackConfig(packed) ?? "");
  const written = useRef(packed);

  // Back, Forward and a followed link bring another config; what was typed here stays.
  useEffect(() => {
    if (packed === written.current) return;
    written.current = packed;
    setConfigText(unpackConfig(packed) ?? "");
  }, [packed]);

  function changeConfig(text: string) {
    setConfigText(text);
    const next = text === "" ? "" : (packConfig(text) ?? "");
    written.current = next;
    void setValues({ config: next });
  }

  return {
    values,
    configText,
    configTooLong: configText !== "" && packed === "" && packConfig(configText) === null,
    configDamaged: packed !== "" && configText === "" && unpackConfig(packed) === null,
    change: (next) => void setValues(next),
    changeConfig,
    link: () => `${window.location.origin}${serialize("/estimate", values)}`,
  };
}
