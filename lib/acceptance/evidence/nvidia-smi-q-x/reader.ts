import type { CleanedText } from "../clean";
import { sortedDistinct } from "../distinct";
import { MAX_UNREAD_LINES } from "../limits";
import { earlier } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { childOf, readXml, textAt, type XmlDocument, type XmlElement } from "../xml";

const BEGIN = /<\?xml\b|<!DOCTYPE nvidia_smi_log|<nvidia_smi_log>/;
/** v11 has one element for power, v12 and later two with renamed children. */
const POWER = ["power_readings", "gpu_power_readings", "module_power_readings"] as const;

const gpusOf = (doc: XmlDocument): readonly XmlElement[] => doc.root?.children.filter((c) => c.name === "gpu") ?? [];

/** Distinct texts over the cards; a card without the element gives an empty text, as an old file does. */
const distinct = (doc: XmlDocument, ...path: readonly string[]): string[] =>
  sortedDistinct(gpusOf(doc).map((g) => textAt(g, ...path) ?? ""));

/** As `distinct`, without cards that do not have the element. */
const present = (doc: XmlDocument, ...path: readonly string[]): string[] =>
  sortedDistinct(gpusOf(doc).flatMap((g) => textAt(g, ...path) ?? []));

function powerDraw(gpu: XmlElement): string {
  const readings = childOf(gpu, "gpu_power_readings") ?? childOf(gpu, "power_readings");
  return textAt(readings, "power_draw") ?? textAt(readings, "average_power_draw") ?? "";
}

function migDevices(gpu: XmlElement): number {
  return childOf(gpu, "mig_devices")?.children.filter((c) => c.name === "mig_device").length ?? 0;
}

const wholeNumber = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null);

/** Sum of the uncorrectable counters of one kind over the cards; null where none is counted. */
function uncorrectable(doc: XmlDocument, counter: "volatile" | "aggregate"): number | null {
  let sum: number | null = null;
  for (const gpu of gpusOf(doc)) {
    const errors = childOf(childOf(gpu, "ecc_errors"), counter);
    for (const c of errors?.children ?? []) {
      const count = /uncorrectable/.test(c.name) ? wholeNumber(c.text.trim()) : null;
      if (count !== null) sum = (sum ?? 0) + count;
    }
  }
  return sum;
}

function throttleReasons(doc: XmlDocument): string[] {
  return sortedDistinct(
    gpusOf(doc).flatMap((gpu) => {
      const reasons = childOf(gpu, "clocks_event_reasons") ?? childOf(gpu, "clocks_throttle_reasons");
      return (reasons?.children ?? [])
        .filter((c) => c.text.trim() === "Active" && !c.name.endsWith("gpu_idle"))
        .map((c) => c.name.replace(/^clocks_(?:event|throttle)_reason_/, ""));
    }),
  );
}

function factsOf(doc: XmlDocument): Facts {
  const { root } = doc;
  const gpus = gpusOf(doc);
  return {
    well_formed: doc.wellFormed,
    truncated: !doc.wellFormed,
    dtd: doc.doctype?.replace(/\.dtd$/, "") ?? null,
    timestamp: textAt(root, "timestamp"),
    attached_gpus: wholeNumber(textAt(root, "attached_gpus")),
    gpu_elements: gpus.length,
    driver_version: textAt(root, "driver_version") ?? textAt(root, "kmd_version"),
    cuda_version: textAt(root, "cuda_version") ?? textAt(root, "cuda_umd_version"),
    names: distinct(doc, "product_name"),
    uuids: present(doc, "uuid"),
    serials: present(doc, "serial"),
    bus_ids: sortedDistinct(gpus.flatMap((g) => g.attributes.id ?? [])),
    mig_current: distinct(doc, "mig_mode", "current_mig"),
    mig_pending: present(doc, "mig_mode", "pending_mig"),
    mig_devices: gpus.reduce((n, g) => n + migDevices(g), 0),
    fb_total: distinct(doc, "fb_memory_usage", "total"),
    ecc_current: present(doc, "ecc_mode", "current_ecc"),
    ecc_uncorrectable_volatile: uncorrectable(doc, "volatile"),
    ecc_uncorrectable_aggregate: uncorrectable(doc, "aggregate"),
    remapped_rows_pending: present(doc, "remapped_rows", "remapped_row_pending"),
    remapping_failure_occurred: present(doc, "remapped_rows", "remapped_row_failure"),
    gpu_recovery_action: present(doc, "gpu_recovery_action"),
    persistence_mode: present(doc, "persistence_mode"),
    throttle_reasons_active: throttleReasons(doc),
    pcie_width_current: present(doc, "pci", "pci_gpu_link_info", "link_widths", "current_link_width"),
    pcie_width_max: present(doc, "pci", "pci_gpu_link_info", "link_widths", "max_link_width"),
    power_element: POWER.filter((name) => gpus.some((g) => childOf(g, name) !== null)),
    power_draw: sortedDistinct(gpus.map(powerDraw)),
  };
}

interface Found {
  readonly documents: readonly XmlDocument[];
  readonly outside: string;
}

/** Each document from its declaration to its end tag; text between them is not XML. */
function documentsIn(text: string): Found {
  const documents: XmlDocument[] = [];
  let outside = "";
  let at = 0;
  while (documents.length < 100) {
    const begin = text.slice(at).search(BEGIN);
    if (begin < 0) break;
    outside += text.slice(at, at + begin);
    const doc = readXml(text, at + begin);
    documents.push(doc);
    at = doc.end;
    if (!doc.wellFormed) break;
  }
  return { documents, outside: outside + text.slice(at) };
}

function warningsOf(doc: XmlDocument, consistent: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (doc.fault) add("NOT_WELL_FORMED", doc.fault);
  else if (!consistent)
    add("INCONSISTENT", "the number of cards attached is not the number of cards listed, or one is listed twice");
  if (present(doc, "remapped_rows", "remapped_row_pending").includes("Yes"))
    add("REMAP_PENDING", "remapped rows wait for a reset of the card");
  return list;
}

/** As many cards as the head says, each once; elements that may stand once stand once. */
function isConsistent(doc: XmlDocument): boolean {
  const gpus = gpusOf(doc);
  const attached = wholeNumber(textAt(doc.root, "attached_gpus"));
  const ids = new Set(gpus.map((g) => g.attributes.id));
  const once = gpus.every((g) => g.children.filter((c) => c.name === "product_name").length === 1);
  const heads = doc.root?.children.filter((c) => c.name === "attached_gpus").length;
  return (
    attached !== null && attached > 0 && attached === gpus.length && ids.size === gpus.length && once && heads === 1
  );
}

function read(text: string, cleaned: CleanedText): Reading {
  const { documents, outside } = documentsIn(text);
  const doc = documents.at(-1) ?? readXml("");
  const consistent = isConsistent(doc);
  const unread = outside
    .split("\n")
    .filter((l) => l.trim() !== "" && !isPrompt(l.trim()))
    .slice(0, MAX_UNREAD_LINES + 1)
    .map((l) => unreadLine(cleaned.lines.find((c) => c.text === l) ?? { number: 0, text: l }));
  const trouble = unread.some((u) => TROUBLE.test(u.text));
  const facts = factsOf(doc);
  return {
    tool: "nvidia-smi",
    toolVersion: typeof facts.driver_version === "string" ? facts.driver_version : null,
    facts,
    unread,
    warnings: warningsOf(doc, consistent),
    complete: doc.wellFormed && consistent && doc.root?.name === "nvidia_smi_log" && !trouble,
    others: earlier(documents).map(factsOf),
  };
}

function recognise(text: string): number {
  return text.includes("<nvidia_smi_log") || text.includes("<!DOCTYPE nvidia_smi_log") ? 0.97 : 0;
}

/** `nvidia-smi -q -x`: everything the driver tells about each card, as XML; its document type is never loaded. */
export const reader: EvidenceReader = { format: "nvidia-smi-q-x", recognise, read };
