import { systemHasOwner } from "@/lib/db/system";

/** For load balancers and the start: the server answers and reaches its database. */
export async function GET(): Promise<Response> {
  const owned = await systemHasOwner();
  return Response.json({ ok: true, owned });
}
