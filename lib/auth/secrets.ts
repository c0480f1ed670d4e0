import "server-only";
import { createHash, randomBytes } from "node:crypto";

/** A link or token that is shown once; the database keeps only its hash. */
export function newSecret(prefix: string): { secret: string; hash: string } {
  const secret = `${prefix}_${randomBytes(24).toString("base64url")}`;
  return { secret, hash: secretHash(secret) };
}

export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
