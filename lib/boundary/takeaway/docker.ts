import { cardsInside, containedCommand, isOneNode } from "./container";
import { type Deployment, FILLS } from "./deployment";
import { fillsIn, sharedNotes, type TakeawayAnswer } from "./takeaway";
import { shellCommand, shellComments, shellWord } from "./text";

/** A docker run line: cards by count, the host's shared memory, the token by name of the environment only. */
export function dockerRun(d: Deployment): TakeawayAnswer {
  const inside = containedCommand(d);
  if (typeof inside === "string") return { ok: false, target: "docker", code: inside };
  if (!isOneNode(d)) return { ok: false, target: "docker", code: "several-nodes" };
  const [entry = "", ...rest] = inside.words;
  const cards =
    d.card?.vendor === "AMD"
      ? [
          ["--device", "/dev/kfd"],
          ["--device", "/dev/dri"],
          ["--group-add", "video"],
        ]
      : [["--gpus", String(cardsInside(d))]];
  const flags = [
    ["--name", d.name],
    ...cards,
    ["--ipc", "host"],
    ...(inside.port === null ? [] : [["--publish", `127.0.0.1:${inside.port}:${inside.port}`]]),
    ["--env", "HF_TOKEN"],
    ...Object.entries(d.tags).map(([name, value]) => ["--label", `${name}=${value}`]),
    ["--entrypoint", entry],
    [inside.image],
    ...pairs(rest),
  ];
  const head = shellComments([d.title, ...(d.stopRule === null ? [] : [`Stop rule: ${d.stopRule}`])]);
  const text = `${head}${shellCommand(["docker", "run", "--rm"], flags)}\n`;
  return {
    ok: true,
    takeaway: {
      target: "docker",
      fileName: `${d.name}-docker.sh`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: [
        ...inside.notes,
        ...sharedNotes(d, d.work.kind !== "serve"),
        ...(d.mig === null ? [] : (["mig-by-uuid"] as const)),
      ],
      checks: [
        `docker manifest inspect ${shellWord(inside.image)}`,
        `docker run --rm --gpus all --entrypoint nvidia-smi ${shellWord(inside.image)}`,
      ],
    },
  };
}

/** A flag and its value on one line. */
function pairs(words: readonly string[]): string[][] {
  const lines: string[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last?.length === 1 && last[0]?.startsWith("--") && !word.startsWith("--")) last.push(word);
    else lines.push([word]);
  }
  return lines;
}
