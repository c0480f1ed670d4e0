import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pickWords } from "@/lib/i18n/pick-words";
import { MoreWords } from "./more-words";

/**
 * Hands the browser the words that the parts of a room say there, beside those of the frame around it: all words in
 * every page were two thirds of it. A test reads the imports and says which words a page lacks or has for nothing.
 */
export async function Words({ of, children }: { readonly of: readonly string[]; readonly children: ReactNode }) {
  return <MoreWords words={pickWords(await getMessages(), of)}>{children}</MoreWords>;
}
