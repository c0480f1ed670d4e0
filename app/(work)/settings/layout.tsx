import type { ReactNode } from "react";
import { Words } from "@/components/shell/words";

/** What these pages say in the browser. */
export default function WordsLayout({ children }: { children: ReactNode }) {
  return (
    <Words
      of={[
        "auth.roles",
        "auth.rolesText",
        "examples",
        "settings.invite",
        "settings.members",
        "settings.tokens",
        "settings.workspace",
      ]}
    >
      {children}
    </Words>
  );
}
