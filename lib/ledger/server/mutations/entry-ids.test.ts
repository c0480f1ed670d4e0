import { expect, it } from "vitest";
import { z } from "zod";
import { EntryIds } from "./entry-ids";

it("counts up from a random start, as valid ids that sort as they came", () => {
  const ids = new EntryIds("0b9c2f1e-7a64-4d0c-9f3b-5a1d2c3e4f60");
  const some = Array.from({ length: 300 }, () => ids.next());
  expect(some[0]).toBe("0b9c2f1e-7a64-8d0c-9f3b-000000000000");
  expect(some[299]).toBe("0b9c2f1e-7a64-8d0c-9f3b-00000000012b");
  expect([...some].sort()).toEqual(some);
  for (const id of some) expect(z.uuid().safeParse(id).success).toBe(true);
});
