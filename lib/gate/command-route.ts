import "server-only";
import type { Command } from "@/lib/cli/command";
import { ERRORS, Refusal } from "@/lib/errors";
import { actorOf, failureResponse, readBytes, registeredRoutes } from "./route";

/** A request to calculate is small; evidence and bills bring their own limits. */
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

function noFiles(path: string): never {
  throw new Error(`"${path}" is not read over REST: send the content itself`);
}

/**
 * The command line's own code over HTTP: same schemas, same answers, for a known caller. Unusable input (exit code 2) is
 * 422 with the same error object; a list keeps its errors in their places.
 */
export function commandRoute(
  load: () => Promise<{ command: Command }>,
  name: string,
  maxBytes = DEFAULT_MAX_BYTES,
): (request: Request) => Promise<Response> {
  registeredRoutes.add(name);
  return async (request) => {
    try {
      await actorOf(request, "read");
      const bytes = await readBytes(request, maxBytes);
      if (bytes.byteLength === 0) throw new Refusal("INVALID", { message: "the body is empty" });
      const url = new URL(request.url);
      const { command } = await load();
      const fileName = url.searchParams.get("name") ?? "request";
      url.searchParams.delete("name");
      const result = await command.run({
        files: [{ name: fileName, bytes }],
        options: Object.fromEntries(url.searchParams),
        readFile: noFiles,
      });
      const status = result.exitCode === 2 && !Array.isArray(result.output) ? ERRORS.INVALID : 200;
      return Response.json(result.output, { status });
    } catch (err) {
      return failureResponse(err, name);
    }
  };
}
