import type { ReactNode } from "react";
import { Words } from "@/components/shell/words";

/** What these pages say in the browser. */
export default function WordsLayout({ children }: { children: ReactNode }) {
  return <Words of={["plan.cost"]}>{children}</Words>;
}
