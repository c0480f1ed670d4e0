export const ROLES = ["viewer", "author", "finance", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** What a signed-in member may be allowed to do; reading needs any role. */
const WHO_MAY = {
  read: ROLES,
  "brief.write": ["author", "admin"],
  "offer.write": ["author", "finance", "admin"],
  "plan.write": ["author", "admin"],
  "review.write": ["author", "admin"],
  "review.decide": ["approver"],
  /** The way to the decision: whether it is theirs (role, or delegation) is asked there. */
  "review.sign": ROLES,
  "rental.write": ["author", "admin"],
  "output.write": ["author", "finance", "admin"],
  "ledger.write": ["finance"],
  "member.write": ["admin"],
  "workspace.write": ["admin"],
  "token.write": ROLES,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof WHO_MAY;

/** True when one of the member's roles carries the permission. */
export function may(roles: readonly string[], permission: Permission): boolean {
  const allowed: readonly string[] = WHO_MAY[permission];
  return roles.some((r) => allowed.includes(r));
}

/** What a personal token may be limited to; a token never does more than its person. */
export const TOKEN_SCOPES = ["read", "evidence", "outputs", "bills"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
