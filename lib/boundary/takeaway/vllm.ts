import { type Deployment, FILLS } from "./deployment";
import { serveCommand } from "./serve-flags";
import { fillsIn, sharedNotes, type TakeawayAnswer, type Target } from "./takeaway";
import { shellCommand, shellComments } from "./text";

/** The command of one server, for one copy of the model. */
function commandFor(target: Target & ("vllm" | "sglang"), d: Deployment): TakeawayAnswer {
  if (d.work.kind !== "serve") return { ok: false, target, code: "not-serving" };
  if (d.work.engine !== target) return { ok: false, target, code: "other-engine" };
  const command = serveCommand(d, d.work);
  if (command === null) return { ok: false, target, code: "no-command" };
  const head = shellComments([d.title, `${d.tensor * d.pipeline} × ${d.card?.name ?? "card"} per copy`]);
  const text = `${head}${shellCommand(command.start, command.flags)}\n`;
  const port = target === "vllm" ? 8000 : 30000;
  return {
    ok: true,
    takeaway: {
      target,
      fileName: `${d.name}-${target}.sh`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: [...command.notes, ...sharedNotes(d, false), ...(d.nodes > 1 ? (["several-nodes"] as const) : [])],
      checks: [
        "nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv",
        `curl -fsS http://127.0.0.1:${port}/health`,
      ],
    },
  };
}

export const vllmCommand = (d: Deployment): TakeawayAnswer => commandFor("vllm", d);
export const sglangCommand = (d: Deployment): TakeawayAnswer => commandFor("sglang", d);
