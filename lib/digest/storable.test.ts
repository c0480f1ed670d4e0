import { expect, it } from "vitest";
import { storable } from "./storable";

it("replaces what jsonb refuses and leaves the rest", () => {
  const value = { "a\u0000": ["x\ud83d", "\ude00y", "😀", 1, null, { deep: "\u0000" }] };
  expect(storable(value)).toEqual({ "a\ufffd": ["x\ufffd", "\ufffdy", "😀", 1, null, { deep: "\ufffd" }] });
});
