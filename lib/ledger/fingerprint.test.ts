import { expect, it } from "vitest";
import { keptPrint, shortPrint } from "./fingerprint";

const LONG =
  "db1a35cfcd2680426e1880b30a92350289e488e335e79378a57f0719963aaa60 2026-09-01T00:00:00Z 2026-09-01T01:00:00Z 2.49 2.49";

it("a fingerprint of an earlier version becomes the first half of its SHA-256, as in the database's migration", () => {
  // printf '%s' "…" | sha256sum gives cbd6dabc3fb9cdc6ae98a2e614ccba3f7704221b52b97961a0d19bd1fa8f684c
  expect(shortPrint(LONG)).toBe("cbd6dabc-3fb9-cdc6-ae98-a2e614ccba3f");
  expect(keptPrint(LONG)).toBe("cbd6dabc-3fb9-cdc6-ae98-a2e614ccba3f");
  expect(keptPrint(keptPrint(LONG))).toBe("cbd6dabc-3fb9-cdc6-ae98-a2e614ccba3f");
});
