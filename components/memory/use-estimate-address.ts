"use client";
import { createSerializer } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { textParsers, useTypedAddress } from "@/components/shell/use-typed-address";
import { packConfig, unpackConfig } from "./config-address";
import { ESTIMATE_PARAMS, type EstimateValues } from "./estimate-fields";

const parsers = textParsers(ESTIMATE_PARAMS);
const serialize = createSerializer(parsers);

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
  const { values, change } = useTypedAddress(parsers);
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
    change({ config: next });
  }

  return {
    values,
    configText,
    configTooLong: configText !== "" && packed === "" && packConfig(configText) === null,
    configDamaged: packed !== "" && configText === "" && unpackConfig(packed) === null,
    change,
    changeConfig,
    link: () => `${window.location.origin}${serialize("/estimate", values)}`,
  };
}
