import type { ReactNode } from "react";
import { Words } from "@/components/shell/words";

/** What these pages say in the browser. */
export default function WordsLayout({ children }: { children: ReactNode }) {
  return (
    <Words
      of={[
        "acceptance.items",
        "boundary",
        "brief.fields",
        "brief.priceSearch",
        "examples.plan",
        "offer",
        "plan.cost",
        "plan.faults",
        "plan.fields",
        "plan.form",
        "plan.groups",
        "plan.offers",
      ]}
    >
      {children}
    </Words>
  );
}
