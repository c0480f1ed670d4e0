import { stringify } from "yaml";
import { containedCommand } from "./container";
import { type Deployment, FILLS } from "./deployment";
import { fillsIn, sharedNotes, type TakeawayAnswer } from "./takeaway";
import { placeholder, shellComments, shellWord } from "./text";

/** The catalogue's cards under the names that SkyPilot's catalogues use. */
const NAMES: Readonly<Record<string, string>> = {
  "b200-sxm": "B200",
  "b300-sxm": "B300",
  gb200: "GB200",
  "h200-sxm": "H200",
  "h100-sxm": "H100",
  "gh200-96": "GH200",
  "a100-80-sxm": "A100-80GB",
  "a100-80-pcie": "A100-80GB",
  "a100-40-sxm": "A100",
  "a100-40-pcie": "A100",
  a10: "A10",
  a10g: "A10G",
  l40s: "L40S",
  l40: "L40",
  l4: "L4",
  t4: "T4",
  "v100-16": "V100",
  "v100-32": "V100-32GB",
  "rtx-a6000": "RTXA6000",
  "rtx-6000-ada": "RTX6000-Ada",
  "rtx-4090": "RTX4090",
  "rtx-5090": "RTX5090",
  mi300x: "MI300X",
};
/** SkyPilot's own default of idle minutes; stated, since the machine goes away with it. */
const IDLE_MINUTES = 5;

/**
 * A task that ends by itself: a server never becomes idle, so it runs under `timeout` until the trial's end, and what is
 * idle afterwards is taken down.
 */
export function skypilotTask(d: Deployment): TakeawayAnswer {
  const inside = containedCommand(d);
  if (typeof inside === "string") return { ok: false, target: "skypilot", code: inside };
  if (d.nodes > 1 && d.work.kind === "serve") return { ok: false, target: "skypilot", code: "several-nodes" };
  const perCopy = d.work.kind === "serve" ? d.tensor * d.pipeline : d.cards;
  const perNode = Math.min(perCopy, d.card?.typicalGpusPerNode ?? perCopy);
  const name = NAMES[d.card?.id ?? ""] ?? placeholder("CARD_NAME_THERE");
  const hours = d.runHours === null ? placeholder("RUN_HOURS") : String(d.runHours);
  const task = {
    name: d.name,
    ...(perCopy > perNode ? { num_nodes: Math.ceil(perCopy / perNode) } : {}),
    resources: {
      accelerators: `${name}:${perNode}`,
      ...(d.spot === null ? {} : { use_spot: d.spot }),
      image_id: `docker:${inside.image}`,
      disk_size: d.diskGb ?? placeholder("DISK_GB"),
      ...(inside.port === null ? {} : { ports: inside.port }),
      ...(Object.keys(d.tags).length > 0 ? { labels: d.tags } : {}),
      autostop: { idle_minutes: IDLE_MINUTES, down: true },
    },
    secrets: { HF_TOKEN: null },
    run: `timeout ${shellWord(`${hours}h`)} ${inside.words.map(shellWord).join(" ")}\n`,
  };
  const head = shellComments([d.title, ...(d.stopRule === null ? [] : [`Stop rule: ${d.stopRule}`])]);
  const text = head + stringify(task, { lineWidth: 0, nullStr: "null" });
  return {
    ok: true,
    takeaway: {
      target: "skypilot",
      fileName: `${d.name}.sky.yaml`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: [...inside.notes, "stops-by-time", ...sharedNotes(d, d.work.kind !== "serve")],
      checks: [`sky launch --dryrun ${d.name}.sky.yaml`, "sky status --refresh"],
    },
  };
}
