import { z } from "zod";
import { findEvidence } from "@/lib/acceptance/server/data";
import { defineReadRoute } from "@/lib/gate/route";

/** The bytes as received; always a download, never shown as a page of ours. */
export const GET = defineReadRoute({
  name: "evidence.bytes",
  run: async (tx, _actor, _request, params) => {
    const id = z.uuid().safeParse(params.id);
    const found = id.success ? await findEvidence(tx, id.data) : null;
    if (!found?.bytes) return null;
    const name = encodeURIComponent(found.view.fileName || "evidence");
    return new Response(new Uint8Array(found.bytes), {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename*=UTF-8''${name}`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  },
});
