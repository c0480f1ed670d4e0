import { systemHasOwner } from "@/lib/db/system";

export const dynamic = "force-dynamic";

/** For load balancers and the start: the server answers and reaches its database. */
export async function GET(): Promise<Response> {
  const owned = await systemHasOwner();
  return Response.json({ ok: true, owned });
}
