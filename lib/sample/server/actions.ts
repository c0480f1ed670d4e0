"use server";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import type { WorkspaceId } from "@/lib/access/actor";
import { WORKSPACE_COOKIE } from "@/lib/auth/visitor";
import { systemCreateWorkspace, systemSampleWorkspace } from "@/lib/db/system";
import { defineVisitorAction } from "@/lib/gate/visitor-action";
import { nothingInput } from "@/lib/workspace/schema";
import { fillSample } from "./fill";

/** Opens the visitor's own sample workspace; the first time it is filled by walking the road. */
export const openSample = defineVisitorAction({
  name: "sample.open",
  input: nothingInput,
  run: async (visitor) => {
    let workspaceId = await systemSampleWorkspace(visitor.personId);
    if (!workspaceId) {
      workspaceId = randomUUID();
      await systemCreateWorkspace({
        personId: visitor.personId,
        workspaceId,
        name: "Sample",
        sample: true,
        currency: "USD",
        timeZone: "UTC",
      });
      await fillSample(workspaceId as WorkspaceId, new Date());
    }
    (await cookies()).set(WORKSPACE_COOKIE, workspaceId, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      maxAge: 31_536_000,
    });
    return { workspaceId };
  },
});
