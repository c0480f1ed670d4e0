import type { Role } from "./roles";

declare const workspaceBrand: unique symbol;
declare const personBrand: unique symbol;

/** Only the gate mints these, after it has read the membership: an id from an address is never one of them. */
export type WorkspaceId = string & { readonly [workspaceBrand]: true };
export type PersonId = string & { readonly [personBrand]: true };

export interface Actor {
  readonly workspaceId: WorkspaceId;
  readonly personId: PersonId;
  readonly roles: readonly Role[];
  /** How the request came: a browser session, a personal token, the sample's own walk, or a job that a person set going. */
  readonly via: "session" | "token" | "sample" | "job";
}
