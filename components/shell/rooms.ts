/** The rooms of the application: their address, their name under `shell.nav`, and the letter that goes there after G. */
export const ROOMS = [
  { href: "/home", key: "home", letter: "H" },
  { href: "/inbox", key: "inbox", letter: "I" },
  { href: "/briefs", key: "briefs", letter: "B" },
  { href: "/estimate", key: "estimate", letter: "E" },
  { href: "/accelerators", key: "accelerators", letter: "A" },
  { href: "/sweep", key: "sweep", letter: "W" },
  { href: "/offers", key: "offers", letter: "O" },
  { href: "/reviews", key: "reviews", letter: "R" },
  { href: "/rentals", key: "rentals", letter: "T" },
  { href: "/ledger", key: "ledger", letter: "L" },
  { href: "/outputs", key: "outputs", letter: "U" },
  { href: "/costs", key: "costs", letter: "C" },
  { href: "/alerts", key: "alerts", letter: "N" },
  { href: "/settings", key: "settings", letter: "S" },
  { href: "/help", key: "help", letter: "Q" },
] as const;
