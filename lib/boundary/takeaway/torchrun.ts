import { type Deployment, FILLS } from "./deployment";
import { fillsIn, sharedNotes, type TakeawayAnswer } from "./takeaway";
import { placeholder, shellCommand, shellComments } from "./text";

const RENDEZVOUS_PORT = 29_500;

/** One rank per card. The script and its own flags are the team's: what the estimate stands on is said beside it. */
export function torchrun(d: Deployment): TakeawayAnswer {
  if (d.work.kind !== "train") return { ok: false, target: "torchrun", code: "not-training" };
  const perNode = Math.min(d.cards, d.card?.typicalGpusPerNode ?? d.cards);
  const nodes = Math.ceil(d.cards / perNode);
  const meeting =
    nodes > 1
      ? [
          ["--rdzv-backend", "c10d"],
          ["--rdzv-endpoint", `${placeholder("RENDEZVOUS_HOST")}:${RENDEZVOUS_PORT}`],
          ["--rdzv-id", d.name],
        ]
      : [["--standalone"]];
  const assumed = d.work.assumed.map(([name, value]) => `${name} = ${value}`);
  const head = shellComments([d.title, `${d.cards} × ${d.card?.name ?? "card"}. The estimate stands on:`, ...assumed]);
  const flags = [
    ["--nnodes", String(nodes)],
    ["--nproc-per-node", String(perNode)],
    ...meeting,
    [placeholder("TRAINING_SCRIPT")],
  ];
  const text = `${head}${shellCommand(["torchrun"], flags)}\n`;
  return {
    ok: true,
    takeaway: {
      target: "torchrun",
      fileName: `${d.name}-torchrun.sh`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: ["assumed-as-comment", ...sharedNotes(d, true), ...(nodes > 1 ? (["several-nodes"] as const) : [])],
      checks: ['python -c "import torch; print(torch.cuda.device_count(), torch.version.cuda)"'],
    },
  };
}
