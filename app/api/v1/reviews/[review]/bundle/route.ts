import { reviewBundle } from "@/lib/acceptance/server/data/bundle";
import { parseReference } from "@/lib/access/reference";
import { defineReadRoute } from "@/lib/gate/route";

/** The decision as one JSON file that `headroom verify` checks offline. */
export const GET = defineReadRoute({
  name: "reviews.bundle",
  run: async (tx, actor, _request, params) => {
    const number = parseReference(params.review ?? "", "REV");
    const workspace = await tx.workspace.findUniqueOrThrow({
      where: { id: actor.workspaceId },
      select: { name: true },
    });
    const bundle = number === null ? null : await reviewBundle(tx, number, workspace.name);
    if (!bundle) return null;
    return new Response(`${JSON.stringify(bundle, null, 2)}\n`, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${bundle.review}.json"`,
        "cache-control": "private, no-store",
      },
    });
  },
});
