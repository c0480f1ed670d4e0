import "server-only";
import { parseReference } from "@/lib/access/reference";
import { GROUPS, type Group } from "../../groups";
import { monthIndex, monthRange } from "../../months";
import type { Zone } from "../../period";
import { basisSchema, currencySchema } from "../../schema";
import { one, type Search } from "../../search-params";
import type { CostQuestion } from "./costs";
import type { BriefOption } from "./lists";

/** What an address asks of the costs; null where it names a brief that is not there. */
export function costQuestion(search: Search, briefs: readonly BriefOption[], zone: Zone): CostQuestion | null {
  const number = parseReference(one(search, "brief") ?? "", "BRF");
  const brief = briefs.find((b) => b.number === number) ?? null;
  if (one(search, "brief") && !brief) return null;
  const month = monthIndex(one(search, "month"));
  const months = monthRange(month ?? monthIndex(one(search, "from")), month ?? monthIndex(one(search, "to")));
  const basis = basisSchema.safeParse(one(search, "basis")).data ?? "effective";
  return { briefId: brief?.id ?? null, months, basis, zone };
}

/** By what an address groups the costs, and in which one currency it wants them too. */
export function costShape(search: Search): { readonly by: Group; readonly alsoIn: string | null } {
  return {
    by: GROUPS.find((g) => g === one(search, "by")) ?? "brief",
    alsoIn: currencySchema.safeParse(one(search, "in")).data ?? null,
  };
}
