import "server-only";
import { randomUUID } from "node:crypto";
import type { WorkspaceId } from "@/lib/access/actor";
import { systemBeginSample, systemEndSample, systemSampleWorkspace } from "@/lib/db/system";
import { Refusal } from "@/lib/errors";
import { fillSample } from "./fill";

/** The person's sample workspace, made and filled the first time; BUSY while another request fills it. */
export async function sampleWorkspaceOf(personId: string, now: Date): Promise<string> {
  const there = await systemSampleWorkspace(personId);
  if (there) return there;
  const workspaceId = randomUUID();
  if (!(await systemBeginSample(personId, workspaceId))) throw new Refusal("BUSY");
  let filled = false;
  try {
    await fillSample(workspaceId as WorkspaceId, now);
    filled = true;
  } finally {
    await systemEndSample(workspaceId, filled);
  }
  return workspaceId;
}
