import "server-only";
import type { PoolClient } from "pg";
import type { Actor, PersonId, WorkspaceId } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import { may, type Permission, type Role, type TokenScope } from "@/lib/access/roles";
import type { Written } from "@/lib/audit/written";
import { secretHash } from "@/lib/auth/secrets";
import { activeWorkspace } from "@/lib/auth/visitor";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";
import { systemToken } from "@/lib/db/system";
import { ERRORS, type ErrorCode, Refusal } from "@/lib/errors";
import words from "@/lib/i18n/messages/en/errors.json";
import { contextFor } from "./context";
import { failureOf } from "./failure";
import { runAndNote, runOnConnection } from "./run";

/** Names of all routes that passed through here, for the architecture test. */
export const registeredRoutes = new Set<string>();

type Params = Readonly<Record<string, string>>;

interface RouteSpec<T> {
  readonly name: string;
  readonly access: Permission;
  readonly scope: TokenScope;
  /** Reads and checks the request before any transaction opens; throws Refusal. */
  readonly run: (request: Request, params: Params, actor: Actor) => Promise<(tx: Tx, ctx: Ctx) => Promise<Written<T>>>;
  readonly status?: number;
}

/**
 * A cookie travels with any site's request; the browser says where it came from: by Sec-Fetch-Site, or, over plain HTTP
 * beyond this machine, where it sends none, by Origin.
 */
function fromOwnPage(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  return origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
}

/** Bearer token first; else the browser's session, and then only for requests from our own pages. */
export async function actorOf(request: Request, scope: TokenScope): Promise<Actor> {
  const header = request.headers.get("authorization");
  if (header) {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    const row = token ? await systemToken(secretHash(token)) : undefined;
    if (!row) throw new Refusal("UNAUTHENTICATED");
    if (!row.scopes.includes(scope)) throw new Refusal("FORBIDDEN", { message: `the token has no scope "${scope}"` });
    return {
      workspaceId: row.workspace_id as WorkspaceId,
      personId: row.person_id as PersonId,
      roles: row.roles as Role[],
      via: "token",
    };
  }
  const active = await activeWorkspace();
  if (!active) throw new Refusal("UNAUTHENTICATED");
  if (request.method !== "GET" && !fromOwnPage(request)) throw new Refusal("FORBIDDEN");
  return active.actor;
}

/** What a machine reads for a refusal that brings no sentence of its own: it has no table of words. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  ...words,
  UNAUTHENTICATED: "No known token or session: send `Authorization: Bearer hr_…`, made under Settings.",
  FORBIDDEN: "This token or session may not do this.",
};

/** @returns `{"error": {code, message, …}}` with the code's status; the browser chooses its own words by the code */
export function failureResponse(err: unknown, where: string): Response {
  const failure = failureOf(err, where);
  const message = failure.message ?? (failure.fields ? undefined : SENTENCES[failure.code]);
  return Response.json(
    { error: { ...failure, ...(message !== undefined && { message }) } },
    { status: ERRORS[failure.code] },
  );
}

type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

/** A machine's write or a browser's upload: who → access → input → transaction → audit → JSON. */
export function defineRoute<T>(spec: RouteSpec<T>): Handler {
  registeredRoutes.add(spec.name);
  return async (request, context) => {
    try {
      const actor = await actorOf(request, spec.scope);
      if (!may(actor.roles, spec.access)) throw new Refusal("FORBIDDEN");
      const write = await spec.run(request, await context.params, actor);
      const data = await withWorkspace(actor.workspaceId, (tx) =>
        runAndNote(tx, contextFor(actor), (t, c) => write(t, c), undefined),
      );
      return Response.json(data, { status: spec.status ?? 200 });
    } catch (err) {
      return failureResponse(err, spec.name);
    }
  };
}

/**
 * A write of many bytes: it runs on the plain connection, whose pieces need little memory, in one transaction with its
 * event. `after` is called in any case.
 */
export function defineUploadRoute<T>(spec: {
  readonly name: string;
  readonly access: Permission;
  readonly scope: TokenScope;
  readonly run: (request: Request) => Promise<{
    readonly write: (client: PoolClient, ctx: Ctx) => Promise<Written<T>>;
    readonly after: () => Promise<void>;
  }>;
}): Handler {
  registeredRoutes.add(spec.name);
  return async (request) => {
    try {
      const actor = await actorOf(request, spec.scope);
      if (!may(actor.roles, spec.access)) throw new Refusal("FORBIDDEN");
      const { write, after } = await spec.run(request);
      try {
        const ctx = contextFor(actor);
        const data = await runOnConnection(ctx, (client) => write(client, ctx));
        return Response.json(data, { status: 201 });
      } finally {
        await after();
      }
    } catch (err) {
      return failureResponse(err, spec.name);
    }
  };
}

/** A read for machines or downloads: the answer may be any Response. */
export function defineReadRoute(spec: {
  readonly name: string;
  readonly access?: Permission;
  readonly run: (tx: Tx, actor: Actor, request: Request, params: Params) => Promise<Response | null>;
}): Handler {
  registeredRoutes.add(spec.name);
  return async (request, context) => {
    try {
      const actor = await actorOf(request, "read");
      if (!may(actor.roles, spec.access ?? "read")) throw new Refusal("FORBIDDEN");
      const params = await context.params;
      const response = await withWorkspace(actor.workspaceId, (tx) => spec.run(tx, actor, request, params));
      if (!response) throw new Refusal("NOT_FOUND");
      return response;
    } catch (err) {
      return failureResponse(err, spec.name);
    }
  };
}

/** The request's bytes, refused as soon as they pass the limit: the header may lie, the stream cannot. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes)
    throw new Refusal("TOO_MUCH", { data: { maxBytes } });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Refusal("TOO_MUCH", { data: { maxBytes } });
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const c of chunks) {
    all.set(c, at);
    at += c.byteLength;
  }
  return all;
}
