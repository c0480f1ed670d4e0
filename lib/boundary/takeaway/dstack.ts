import { stringify } from "yaml";
import { containedCommand, isOneNode } from "./container";
import { type Deployment, FILLS } from "./deployment";
import { fillsIn, sharedNotes, type TakeawayAnswer } from "./takeaway";
import { placeholder, shellComments, shellWord } from "./text";

/** dstack's own default for an instance that nobody uses any more. */
const IDLE = "5m";

/** The first rental is a task with a longest duration: dstack ends it by itself, and the instance goes when idle. */
export function dstackTask(d: Deployment): TakeawayAnswer {
  const inside = containedCommand(d);
  if (typeof inside === "string") return { ok: false, target: "dstack", code: inside };
  if (!isOneNode(d)) return { ok: false, target: "dstack", code: "several-nodes" };
  const cards = d.work.kind === "serve" ? d.tensor * d.pipeline : d.cards;
  const name = shortName(d);
  const hours = d.runHours === null ? placeholder("RUN_HOURS") : String(d.runHours);
  const task = {
    type: "task",
    name: d.name,
    image: inside.image,
    env: ["HF_TOKEN"],
    commands: [inside.words.map(shellWord).join(" ")],
    ...(inside.port === null ? {} : { ports: [inside.port] }),
    resources: {
      gpu: {
        ...(d.card === null ? {} : { vendor: d.card.vendor.toLowerCase() }),
        name,
        ...(d.card === null ? {} : { memory: `${d.card.memory.soldAsGb}GB` }),
        count: cards,
      },
      shm_size: placeholder("SHARED_MEMORY"),
      disk: d.diskGb === null ? placeholder("DISK_GB") : `${d.diskGb}GB..`,
    },
    ...(d.spot === null ? {} : { spot_policy: d.spot ? "spot" : "on-demand" }),
    max_duration: `${hours}h`,
    idle_duration: IDLE,
    ...(Object.keys(d.tags).length > 0 ? { tags: d.tags } : {}),
  };
  const head = shellComments([d.title, ...(d.stopRule === null ? [] : [`Stop rule: ${d.stopRule}`])]);
  const text = head + stringify(task, { lineWidth: 0 });
  return {
    ok: true,
    takeaway: {
      target: "dstack",
      fileName: `${d.name}.dstack.yml`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: [...inside.notes, "stops-by-time", ...sharedNotes(d, d.work.kind !== "serve")],
      checks: [`dstack apply -f ${d.name}.dstack.yml`, "dstack ps"],
    },
  };
}

const SHORT = /^(?:gh|gb|h|b|a|l|t|v|mi)\d+[a-z]*$/;

/** dstack names cards by their type alone; the memory beside it tells variants apart. */
function shortName({ card }: Deployment): string {
  const head = card?.id.split("-")[0] ?? "";
  return SHORT.test(head) ? head.toUpperCase() : placeholder("CARD_NAME_THERE");
}
