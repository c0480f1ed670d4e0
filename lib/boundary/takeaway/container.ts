import type { Deployment } from "./deployment";
import { PORTS, type ServeCommand, serveCommand } from "./serve-flags";
import type { RefusalCode } from "./takeaway";
import { placeholder } from "./text";

/** What runs inside a container: the words of its command, and where it answers. */
export interface Contained {
  readonly image: string;
  readonly words: readonly string[];
  readonly port: number | null;
  readonly notes: ServeCommand["notes"];
}

/** A server's command, or the team's own script: nothing else is known to run. */
export function containedCommand(d: Deployment): Contained | RefusalCode {
  const image = d.image ?? placeholder("IMAGE_BY_DIGEST");
  if (d.work.kind === "serve") {
    const command = serveCommand(d, d.work);
    if (command === null) return "no-command";
    return {
      image,
      words: [...command.start, ...command.flags.flat()],
      port: PORTS[d.work.engine] ?? null,
      notes: command.notes,
    };
  }
  if (d.work.kind !== "train") return "no-command";
  const words = ["torchrun", "--standalone", "--nproc-per-node", String(d.cards), placeholder("TRAINING_SCRIPT")];
  return { image, words, port: null, notes: ["assumed-as-comment"] };
}

/** Cards that one container of this work sees: those of one copy for a server, all for a training. */
export const cardsInside = (d: Deployment): number => (d.work.kind === "serve" ? d.tensor * d.pipeline : d.cards);

/** Whether one container can hold it: its cards stand in one machine. */
export const isOneNode = (d: Deployment): boolean => {
  const perNode = d.card?.typicalGpusPerNode ?? d.cardsPerNode;
  return d.nodes === 1 && cardsInside(d) <= Math.max(perNode, d.cardsPerNode);
};
