import type { Deployment } from "./deployment";
import { dockerRun } from "./docker";
import { dstackTask } from "./dstack";
import { kubernetesManifest } from "./kubernetes";
import { skypilotTask } from "./skypilot";
import type { TakeawayAnswer } from "./takeaway";
import { terraformVariables } from "./terraform";
import { torchrun } from "./torchrun";
import { sglangCommand, vllmCommand } from "./vllm";

/** Every target for one deployment, in the order of the page; what cannot carry this work says why. */
export function takeaways(d: Deployment): readonly TakeawayAnswer[] {
  return [
    vllmCommand(d),
    sglangCommand(d),
    torchrun(d),
    dockerRun(d),
    kubernetesManifest(d),
    skypilotTask(d),
    dstackTask(d),
    terraformVariables(d),
  ];
}
