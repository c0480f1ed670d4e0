"use server";
import { cookies } from "next/headers";
import { WORKSPACE_COOKIE } from "@/lib/auth/visitor";
import { defineVisitorAction } from "@/lib/gate/visitor-action";
import { nothingInput } from "@/lib/workspace/schema";
import { sampleWorkspaceOf } from "./open";

/** Opens the visitor's own sample workspace; the first time it is filled by walking the road. */
export const openSample = defineVisitorAction({
  name: "sample.open",
  input: nothingInput,
  run: async (visitor) => {
    const workspaceId = await sampleWorkspaceOf(visitor.personId, new Date());
    (await cookies()).set(WORKSPACE_COOKIE, workspaceId, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      maxAge: 31_536_000,
    });
    return { workspaceId };
  },
});
