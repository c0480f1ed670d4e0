import type { ReactNode } from "react";
import { Words } from "@/components/shell/words";

/** What these pages say in the browser. */
export default function WordsLayout({ children }: { children: ReactNode }) {
  return (
    <Words
      of={[
        "ledger.basis",
        "ledger.component",
        "ledger.fieldError",
        "ledger.further",
        "ledger.kind",
        "ledger.list",
        "ledger.views",
      ]}
    >
      {children}
    </Words>
  );
}
