import "server-only";
import { Refusal } from "@/lib/errors";
import { failureResponse } from "./route";

/** A machine that asks for an address the interface does not have gets JSON too, and where to read what there is. */
export function nowhere(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const message = `there is no ${request.method} ${pathname}; /api/v1/openapi.json lists what there is`;
  return Promise.resolve(failureResponse(new Refusal("NOT_FOUND", { message }), "api.nowhere"));
}
