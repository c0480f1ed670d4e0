import type { ReactNode } from "react";
import { Words } from "@/components/shell/words";

/** What these pages say in the browser. */
export default function WordsLayout({ children }: { children: ReactNode }) {
  return (
    <Words
      of={[
        "acceptance.areas",
        "acceptance.changes",
        "acceptance.checks",
        "acceptance.criteria",
        "acceptance.drill",
        "acceptance.drillResults",
        "acceptance.formats",
        "acceptance.gateStates",
        "acceptance.gates",
        "acceptance.items",
        "acceptance.statements",
        "acceptance.states",
        "examples",
        "review.card",
        "review.changes",
        "review.drill",
        "review.evidence",
        "review.gates",
        "review.live",
        "review.submit",
        "review.tuning",
      ]}
    >
      {children}
    </Words>
  );
}
