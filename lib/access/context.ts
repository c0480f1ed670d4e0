import type { Actor } from "./actor";

/** What a mutation is given beside its input: who, when, and where ids come from. */
export interface Ctx {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
}
