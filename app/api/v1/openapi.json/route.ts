import { openApi } from "@/lib/gate/openapi";

export const dynamic = "force-dynamic";

/** The description is public: it holds no data, and a client has to read it before it has a token. */
export async function GET(): Promise<Response> {
  return Response.json(openApi());
}
