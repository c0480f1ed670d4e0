import { expect, it } from "vitest";
import { z } from "zod";
import { EntryIds } from "./entry-ids";

it("are valid, tell record and part of an import, and sort as the file does", () => {
  const ids = new EntryIds("0b9c2f1e-7a64-4d0c-9f3b-5a1d2c3e4f60");
  expect(ids.of({ record: 2, part: 0 })).toBe("0b9c2f1e-7a64-8d0c-9f3b-000000020000");
  expect(ids.of({ record: 1_000_000, part: 13 })).toBe("0b9c2f1e-7a64-8d0c-9f3b-000f4240000d");
  const some = [2, 3, 9, 10, 16, 17, 400].flatMap((record) => [0, 1, 11].map((part) => ids.of({ record, part })));
  expect([...some].sort()).toEqual(some);
  expect(new Set(some).size).toBe(some.length);
  for (const id of some) expect(z.uuid().safeParse(id).success).toBe(true);
  expect([ids.last, ...some, ids.first].sort()).toEqual([ids.first, ...some, ids.last]);
  expect(() => ids.of({ record: 2 ** 32, part: 0 })).toThrow(RangeError);
  expect(() => ids.of({ record: 2, part: 65_536 })).toThrow(RangeError);
});
