export interface KubeNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Quantities as texts; a resource that is not there is not zero. */
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
  readonly unschedulable: boolean;
  /** Null where no condition says. */
  readonly ready: boolean | null;
  /** A simulated node: no machine stands behind it. */
  readonly fake: boolean;
}

type Dict = Readonly<Record<string, unknown>>;
const isDict = (v: unknown): v is Dict => typeof v === "object" && v !== null && !Array.isArray(v);
const dictOf = (v: unknown): Dict => (isDict(v) ? v : {});
const texts = (v: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dictOf(v)).flatMap(([k, t]) =>
      typeof t === "string" || typeof t === "number" ? [[k, String(t)]] : [],
    ),
  );

const KWOK = /kwok/i;

function nodeOf(value: Dict): KubeNode {
  const meta = dictOf(value.metadata);
  const status = dictOf(value.status);
  const conditions = Array.isArray(status.conditions) ? status.conditions.filter(isDict) : [];
  const ready = conditions.find((c) => c.type === "Ready");
  const marks = { ...texts(meta.annotations), ...texts(meta.labels) };
  const runtime = String(dictOf(status.nodeInfo).kubeletVersion ?? "");
  return {
    name: typeof meta.name === "string" ? meta.name : "",
    labels: texts(meta.labels),
    capacity: texts(status.capacity),
    allocatable: texts(status.allocatable),
    unschedulable: dictOf(value.spec).unschedulable === true,
    ready: ready === undefined ? null : ready.status === "True",
    fake: Object.entries(marks).some(([k, v]) => KWOK.test(k) || KWOK.test(v)) || /fake|kwok/i.test(runtime),
  };
}

/** The nodes of `kubectl get nodes -o json` (a list), of one node, or of a YAML of the same form. */
export function nodesIn(value: unknown): KubeNode[] {
  if (!isDict(value)) return [];
  if (Array.isArray(value.items)) return value.items.flatMap(nodesIn);
  return value.kind === "Node" && isDict(value.metadata) ? [nodeOf(value)] : [];
}

interface Draft {
  name: string;
  labels: Record<string, string>;
  capacity: Record<string, string>;
  allocatable: Record<string, string>;
  unschedulable: boolean;
  ready: boolean | null;
  fake: boolean;
}

const SECTIONS: Readonly<Record<string, "labels" | "capacity" | "allocatable">> = {
  Labels: "labels",
  Capacity: "capacity",
  Allocatable: "allocatable",
};

/** `kubectl describe node`: sections at the margin, their entries indented. */
export function describedNodes(lines: readonly { readonly text: string }[]): KubeNode[] {
  const nodes: Draft[] = [];
  let section = "";
  for (const { text } of lines) {
    const head = /^([A-Z][\w -]*):\s*(.*)$/.exec(text);
    if (head?.[1] === "Name" && /\S/.test(head[2] ?? "")) {
      nodes.push({
        name: head[2] ?? "",
        labels: {},
        capacity: {},
        allocatable: {},
        unschedulable: false,
        ready: null,
        fake: false,
      });
    }
    if (head) section = head[1] ?? "";
    const node = nodes.at(-1);
    if (!node) continue;
    if (head?.[1] === "Unschedulable") node.unschedulable = head[2] === "true";
    const part = SECTIONS[section];
    const entry = head ? (part === "labels" ? (head[2] ?? "") : "") : text.trim();
    if (/kwok/i.test(entry)) node.fake = true;
    const ready = section === "Conditions" ? /^Ready\s+(True|False|Unknown)\b/.exec(entry)?.[1] : undefined;
    if (ready !== undefined) node.ready = ready === "True";
    const pair = part === "labels" ? /^([^\s=]+)=(.*)$/.exec(entry) : /^(\S+):\s+(\S+)$/.exec(entry);
    if (part && pair) node[part][pair[1] ?? ""] = pair[2] ?? "";
  }
  return nodes;
}

/** Every node of a description shows both lists and its conditions; without them it was cut. */
export const isDescribedWhole = (nodes: readonly KubeNode[]): boolean =>
  nodes.every((n) => Object.keys(n.capacity).length > 0 && Object.keys(n.allocatable).length > 0 && n.ready !== null);
