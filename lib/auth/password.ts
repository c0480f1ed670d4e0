import "server-only";
import { hash, verify } from "@node-rs/argon2";

/** argon2id at the OWASP floor (19 MiB, 2 passes): some 14 ms, so that a sign-in stays quick. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Compares with a throwaway hash when there is no account, so that both answers take as long. */
let decoy: Promise<string> | undefined;
export async function passwordHolds(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const holds = await verify(stored ?? (await decoy), password);
  return stored !== undefined && holds;
}
