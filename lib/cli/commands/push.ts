import { createHash } from "node:crypto";
import path from "node:path";
import { archivedFiles, isArchive } from "@/lib/acceptance/evidence/archive";
import { GATES } from "@/lib/acceptance/names";
import type { Command, CommandInput, CommandResult } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { unusable } from "./batch";

const KINDS = ["evidence", "outputs", "bill"] as const;
type Kind = (typeof KINDS)[number];

/** Waits between attempts, ms: a server that restarts is back within them. */
const WAITS_MS = [500, 1_500, 4_000];
const TIMEOUT_MS = 60_000;

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).replace(/^\ufeff/, "");
  return /^\s*[{[]/.test(start);
}

/** The same file for the same place has the same key, so a push that is repeated adds nothing. */
export function idempotencyKey(kind: Kind, place: string, bytes: Uint8Array): string {
  return createHash("sha256").update(`headroom-push/1\n${kind}\n${place}\n`).update(bytes).digest("hex");
}

function requestOf(kind: Kind, file: CommandInput["files"][number], input: CommandInput, token: string): Request {
  const { server = "", brief = "", review = "", gate = "", source = "" } = input.options;
  const name = path.basename(file.name === "-" ? "stdin.txt" : file.name);
  const url = new URL(`api/v1/${kind === "bill" ? "bills" : kind}`, server.endsWith("/") ? server : `${server}/`);
  if (kind !== "outputs") url.searchParams.set("name", name);
  if (kind === "evidence" && gate !== "") url.searchParams.set("gate", gate);
  if (kind === "bill" && source !== "") url.searchParams.set("source", source);
  if (kind !== "bill" && review !== "") url.searchParams.set("review", review);
  if (kind !== "bill" && brief !== "") url.searchParams.set("brief", brief);
  const type =
    kind !== "outputs" ? "application/octet-stream" : looksLikeJson(file.bytes) ? "application/json" : "text/csv";
  return {
    url: url.href,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": type,
      "idempotency-key": idempotencyKey(kind, `${brief}\n${review}\n${gate}\n${name}`, file.bytes),
    },
    body: file.bytes,
  };
}

/** A server that is busy, gone or restarting may answer later; a refusal will not change by asking again. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function send(request: Request): Promise<CommandResult> {
  let last = unusable("UNREACHABLE", "", "the server did not answer");
  for (const [attempt, wait] of [0, ...WAITS_MS].entries()) {
    await pause(wait);
    try {
      const response = await fetch(request.url, {
        method: "POST",
        headers: request.headers,
        body: new Uint8Array(request.body),
        // A token is for this server alone: it is not carried to where an answer points.
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const said = jsonOf(text);
      if (response.ok && said !== undefined)
        return { output: { status: response.status, attempts: attempt + 1, ...said }, exitCode: 0 };
      const { error } = (said ?? {}) as { error?: { code?: string; message?: string } };
      last = unusable(error?.code ?? `HTTP_${response.status}`, "", error?.message ?? `answered ${response.status}`);
      if (!isPassing(response.status)) return last;
    } catch (problem) {
      const cause = problem instanceof Error && problem.cause instanceof Error ? problem.cause.message : "";
      const why = problem instanceof Error ? problem.message : "no answer";
      last = unusable("UNREACHABLE", request.url, cause === "" ? why : `${why}: ${cause}`);
    }
  }
  return last;
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function fault(kind: string | undefined, { files, options }: CommandInput): CommandResult | null {
  if (!KINDS.some((k) => k === kind)) return unusable("USAGE", "", `say what is pushed: ${KINDS.join(", ")}`);
  if (files.length !== 1) return unusable("USAGE", "", "push one file at a time");
  const { server = "", gate } = options;
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    return unusable("USAGE", "server", "--server is the address of Headroom, such as https://headroom.example");
  if (gate !== undefined && !GATES.some((g) => g === gate))
    return unusable("USAGE", "gate", `no gate ${gate}; there are ${GATES.join(", ")}`);
  if (kind === "evidence" && options.brief === undefined && options.review === undefined)
    return unusable("USAGE", "brief", "say where the evidence belongs: --brief BRF-12 or --review REV-3");
  return null;
}

function readToken(input: CommandInput): string | null {
  const file = input.options["token-file"];
  if (file === undefined) return null;
  try {
    return new TextDecoder().decode(input.readFile(file)).trim() || null;
  } catch {
    return null;
  }
}

/** Each output of an archive, as the collector packs them, is evidence of its own; the worst answer is the exit code. */
async function sendArchive(
  file: CommandInput["files"][number],
  input: CommandInput,
  token: string,
): Promise<CommandResult> {
  const archive = archivedFiles(file.name, file.bytes);
  if (!archive.ok) return unusable("UNREADABLE", "", `${file.name}: the archive is ${archive.code}`);
  const sent: { readonly name: string; readonly answer: unknown }[] = [];
  let exitCode: CommandResult["exitCode"] = 0;
  for (const one of archive.files) {
    const result = await send(requestOf("evidence", one, input, token));
    sent.push({ name: one.name, answer: result.output });
    if (result.exitCode > exitCode) exitCode = result.exitCode;
  }
  return { output: { files: sent }, exitCode };
}

/** `headroom push evidence|outputs|bill FILE`: sends one file to a running server, and again while the server is away. */
export const command: Command = {
  name: "push",
  summary: KNOWN_COMMANDS.push.summary,
  usage: KNOWN_COMMANDS.push.usage,
  schema: () => null,
  run: async (input) => {
    const { kind } = input.options;
    const wrong = fault(kind, input);
    if (wrong !== null) return wrong;
    const token = readToken(input);
    if (token === null) return unusable("NO_TOKEN", "token-file", "--token-file names a file that holds the token");
    const [file] = input.files;
    if (!file) return unusable("USAGE", "", "push one file at a time");
    if (kind === "evidence" && isArchive(file.name)) return sendArchive(file, input, token);
    return send(requestOf(kind as Kind, file, input, token));
  },
};
