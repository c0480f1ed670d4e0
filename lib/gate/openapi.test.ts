import { expect, it } from "vitest";
import { docWords } from "@/lib/i18n/documentation";
import { openApi } from "./openapi";

it("describes the addresses that the documentation lists, and no others", async () => {
  const { paths } = await docWords("en", "rest");
  const described = Object.entries(openApi().paths as Record<string, object>).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  );
  expect(Object.keys(paths).sort()).toEqual(described.sort());
});
