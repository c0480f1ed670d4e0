import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Json } from "@/lib/digest/canonical";
import { againstThreshold, onCurrent } from "./against-threshold";
import type { CheckInput } from "./checks";
import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import { figureIn, figuresOf, HEALTH_FORMATS, valuesOf } from "./device-facts";
import { type EvidenceItem, numberFact, ofFormat, textFact, textsFact } from "./selection";
import type { ThresholdKind } from "./threshold-rows";
import { THROTTLE, thresholdFor, XID_OF_HARDWARE, XID_OF_PROGRAMS } from "./thresholds";

const text = (v: Json): string => (typeof v === "string" ? v.trim().toLowerCase() : String(v));

/** A state that has to read so on every card; a word that is neither is unknown, and unknown is no pass. */
function stateCriterion(
  e: EvidenceItem,
  id: string,
  values: readonly Json[] | null,
  good: readonly string[],
  bad: readonly string[],
): Criterion[] {
  if (values === null) return [];
  const words = values.map(text);
  const given = { id, seen: [...new Set(values)] as Json, limit: good[0] ?? null, evidenceIds: [e.id] };
  if (words.some((w) => bad.includes(w))) return [failed(given, "not-as-it-must-be")];
  return [words.every((w) => good.includes(w)) ? passed(given) : notEvidenced(given, "not-readable")];
}

function counter(
  e: EvidenceItem,
  id: string,
  kind: ThresholdKind,
  card: string | null,
  seen: readonly (number | null)[] | null,
): Criterion[] {
  return seen === null ? [] : [againstThreshold({ id, evidenceIds: [e.id] }, seen, thresholdFor(kind, card))];
}

/** Cards for desks have no error correction that is always on; all others have, or the catalogue does not know them. */
const hasEcc = (card: string | null): boolean => card === null || !/^(?:rtx-[345]\d\d\d(?:ti)?$|gtx-)/.test(card);

function eccCriteria(e: EvidenceItem, card: string | null): Criterion[] {
  if (!hasEcc(card)) return [];
  const csv = (name: string) => figuresOf(e, null, `ecc.errors.${name}`);
  const dram = [csv("corrected.aggregate.dram"), csv("uncorrected.aggregate.dram")].flatMap((v) => v ?? []);
  const corrected = [csv("corrected.aggregate.sram"), csv("corrected.volatile.sram")].flatMap((v) => v ?? []);
  const sram = [csv("uncorrected.volatile.sram"), csv("uncorrected.aggregate.sram")].flatMap((v) => v ?? []);
  const some = (list: (number | null)[]) => (list.length === 0 ? null : list);
  return [
    ...stateCriterion(
      e,
      "ecc-mode",
      [
        ...(valuesOf(e, "ecc_current", "ecc.mode.current") ?? []),
        ...(valuesOf(e, "ecc_pending", "ecc.mode.pending") ?? []),
      ].length > 0
        ? [
            ...(valuesOf(e, "ecc_current", "ecc.mode.current") ?? []),
            ...(valuesOf(e, "ecc_pending", "ecc.mode.pending") ?? []),
          ]
        : null,
      ["enabled"],
      ["disabled"],
    ),
    ...counter(e, "ecc-volatile", "ecc-volatile", card, uncorrected(e)),
    ...counter(e, "ecc-sram", "ecc-sram", card, some(sram)),
    ...counter(e, "ecc-sram-corrected", "ecc-sram-corrected", card, some(corrected)),
    ...counter(e, "ecc-dram", "ecc-dram", card, some(dram)),
  ];
}

/** `nvidia-smi -q` sums the counters: a sum that could not be made is printed as null and is not readable. */
function uncorrected(e: EvidenceItem): (number | null)[] | null {
  if (e.format === "nvidia-smi-q" || e.format === "nvidia-smi-q-x")
    return [numberFact(e, "ecc_uncorrectable_volatile")];
  return figuresOf(
    e,
    null,
    "ecc.errors.uncorrected.volatile.total",
    "ecc_uncorrected_volatile",
    "ecc_double_bit_volatile",
  );
}

function remapCriteria(e: EvidenceItem, card: string | null): Criterion[] {
  const no = ["no", "0"];
  const yes = ["yes", "1"];
  const pending = valuesOf(e, "remapped_rows_pending", "remapped_rows.pending", "row_remap_pending");
  const broken = valuesOf(e, "remapping_failure_occurred", "remapped_rows.failure", "row_remap_failure");
  const arch = card === null ? null : (findAccelerator(card)?.architecture ?? null);
  // Rows are remapped from Ampere on; before, pages were retired and these fields read N/A.
  const older = arch === "Volta" || arch === "Turing" || arch === "Pascal";
  const rows = figuresOf(e, null, "remapped_rows.uncorrectable", "uncorrectable_remapped_rows");
  const retired = ["retired_pages.single_bit_ecc.count", "retired_pages.double_bit.count"].flatMap(
    (k) => figuresOf(e, null, k) ?? [],
  );
  const pages =
    retired.length === 0 ? null : retired.includes(null) ? retired : [retired.reduce((a, b) => (a ?? 0) + (b ?? 0), 0)];
  if (older) {
    return [
      ...stateCriterion(e, "retired-pending", valuesOf(e, "retired_pages.pending", "pending_page_retirement"), no, yes),
      ...counter(e, "retired-pages", "retired-pages", card, pages),
    ];
  }
  return [
    ...stateCriterion(e, "remap-pending", pending, no, yes),
    ...stateCriterion(e, "remap-failure", broken, no, yes),
    ...counter(e, "remapped-rows", "remapped-rows", card, rows),
  ];
}

/** The last error code that the driver reported for each card; 0 is none. */
function xidCriteria(e: EvidenceItem): Criterion[] {
  const seen = valuesOf(e, "xid_errors")?.map((v) => figureIn(v, null));
  if (seen === undefined) return [];
  const codes = seen.filter((n): n is number => n !== null && n !== 0);
  const given = { id: "xid", seen: codes, limitSource: "threshold:xid", evidenceIds: [e.id] };
  const hardware = codes.filter((c) => XID_OF_HARDWARE.includes(c));
  if (hardware.length > 0)
    return [failed({ ...given, seen: hardware }, "xid-of-hardware", { codes: hardware.join(", ") })];
  if (codes.length > 0) {
    const programs = codes.every((c) => XID_OF_PROGRAMS.includes(c));
    return [notEvidenced(given, programs ? "xid-of-programs" : "xid-unknown", { codes: codes.join(", ") })];
  }
  return [seen.includes(null) ? notEvidenced(given, "not-readable") : passed(given)];
}

function throttleCriteria(e: EvidenceItem): Criterion[] {
  const given = { id: "throttle", limitSource: "threshold:throttle", evidenceIds: [e.id] };
  const masks = valuesOf(e, "clocks_event_reasons.active", "clocks_throttle_reasons.active");
  if (masks !== null) {
    const bits = masks.map((m) => (typeof m === "string" && /^0x[0-9a-f]{1,16}$/i.test(m.trim()) ? Number(m) : null));
    const all = { ...given, seen: masks };
    if (bits.some((b) => b !== null && (b & THROTTLE.badBits) !== 0)) return [failed(all, "clocks-held-down")];
    if (bits.includes(null)) return [notEvidenced(all, "not-readable")];
    return [
      bits.every((b) => ((b ?? 0) & ~THROTTLE.usualBits) === 0) ? passed(all) : notEvidenced(all, "ask-about-it"),
    ];
  }
  if (e.format !== "nvidia-smi-q" && e.format !== "nvidia-smi-q-x") return [];
  const names = textsFact(e, "throttle_reasons_active").map((n) => n.toLowerCase());
  const all = { ...given, seen: textsFact(e, "throttle_reasons_active") };
  const bad = THROTTLE.badNames as readonly string[];
  if (names.some((n) => bad.includes(n))) return [failed(all, "clocks-held-down")];
  const usual = THROTTLE.usualNames as readonly string[];
  if (names.some((n) => !usual.includes(n))) return [notEvidenced(all, "ask-about-it")];
  // A listing of one section only prints no reasons either: the whole one is known by its power limit and memory.
  const whole = textsFact(e, "fb_total").length > 0 && textsFact(e, "persistence_mode").length > 0;
  return whole ? [passed(all)] : [];
}

function pcieCriteria(e: EvidenceItem, card: string | null): Criterion[] {
  const lanes = valuesOf(e, "pcie_width_current", "pcie.link.width.current");
  const width = lanes?.map((v) => {
    const m = /^(\d+)x?$/.exec(text(v));
    return m ? Number(m[1]) : null;
  });
  const generation = figuresOf(e, null, "pcie_generation_current", "pcie.link.gen.current");
  const limited = thresholdFor("pcie-generation", card) !== null;
  return [
    ...counter(e, "pcie-width", "pcie-width", card, width ?? null),
    ...(limited ? counter(e, "pcie-generation", "pcie-generation", card, generation) : []),
  ];
}

function heatAndPower(e: EvidenceItem, card: string | null): Criterion[] {
  const heat = figuresOf(e, "C", "gpu_temp_c", "temperature.gpu");
  const power = figuresOf(e, "W", "power_w", "power.draw");
  const limited = thresholdFor("power-least", card) !== null;
  return [
    ...counter(e, "temperature", "temperature", card, heat),
    ...(limited ? counter(e, "power-least", "power-least", card, power) : []),
    ...(limited ? counter(e, "power-most", "power-most", card, power) : []),
  ];
}

/** The diagnostic on the idle node: whole, on all cards, deep enough, nothing skipped. It covers that run only. */
function diagnosticCriteria({ plan, selection }: CheckInput): Criterion[] {
  const formats = ["dcgmi-diag-table", "dcgmi-diag-json"];
  return onCurrent(selection, formats, (e) => {
    const given = { id: "diagnostic", seen: e.facts.result ?? null, limit: "pass", evidenceIds: [e.id] };
    const result = textFact(e, "result");
    if (result === "fail") return [failed(given, "diagnostic-failed")];
    if (result !== "pass") return [notEvidenced(given, "diagnostic-not-whole")];
    const skipped = textsFact(e, "skipped");
    const gpus = numberFact(e, "gpus");
    const list = [
      skipped.length > 0 ? notEvidenced({ ...given, seen: skipped }, "diagnostic-skipped") : passed(given),
      againstThreshold(
        { id: "diagnostic-level", evidenceIds: [e.id] },
        [numberFact(e, "level")],
        thresholdFor("diagnostic-level", null),
      ),
    ];
    const cards = {
      id: "diagnostic-cards",
      unit: "GPUs",
      seen: gpus,
      limit: plan.count,
      limitSource: "plan:count",
      evidenceIds: [e.id],
    };
    if (gpus === null) return [...list, notEvidenced(cards, "not-readable")];
    return [...list, gpus >= plan.count ? passed(cards) : notEvidenced(cards, "not-all-cards")];
  });
}

/** Devices of AMD that run below the power cap of their neighbours. */
function capCriteria({ selection }: CheckInput): Criterion[] {
  return ofFormat(selection.counted, "rocm-smi").flatMap((e) => {
    const given = { id: "power-caps", seen: e.facts.power_caps_w ?? null, evidenceIds: [e.id] };
    return e.facts.power_caps_differ === true ? [notEvidenced(given, "ask-about-it")] : [];
  });
}

/** Health of the cards by every tool that was sent: each counter and state against its published limit. */
export function healthCriteria(input: CheckInput): Criterion[] {
  const card = input.plan.offer?.acceleratorId ?? null;
  const judged = onCurrent(input.selection, HEALTH_FORMATS, (e) => [
    ...eccCriteria(e, card),
    ...remapCriteria(e, card),
    ...xidCriteria(e),
    ...throttleCriteria(e),
    ...pcieCriteria(e, card),
    ...heatAndPower(e, card),
  ]);
  return [...judged, ...diagnosticCriteria(input), ...capCriteria(input)];
}

/** Whether a diagnostic that passed shows the health check, without a person's word. */
export const diagnosticPassed = (criteria: readonly Criterion[]): readonly string[] =>
  criteria.some((c) => c.id.startsWith("diagnostic") && c.state !== "passed")
    ? []
    : criteria.filter((c) => c.id === "diagnostic").flatMap((c) => c.evidenceIds);
