/** One file per room and language: messages/<locale>/<namespace>.json. */
export const NAMESPACES = [
  "common",
  "shell",
  "home",
  "auth",
  "brief",
  "estimate",
  "boundary",
  "offer",
  "plan",
  "acceptance",
  "review",
  "rental",
  "ledger",
  "costs",
  "settings",
  "errors",
] as const;
