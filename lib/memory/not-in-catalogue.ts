import { type Named, nearNames } from "@/lib/catalog/near-names";
import { type Word, word } from "./word";

/** That the catalogue lacks a name, with the nearest it has: what was meant is most often one of them. */
export function notInCatalogue(
  kind: "accelerator" | "model" | "language-model",
  name: string,
  all: readonly Named[],
): Word {
  const near = nearNames(name, all).join(" / ");
  const named = { kind: word(`reason.kind-${kind}`), name };
  return near === ""
    ? word("reason.not-in-catalogue", named)
    : word("reason.not-in-catalogue-near", { ...named, near });
}
