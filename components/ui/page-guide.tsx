"use client";
import { createContext, type ReactNode, useContext } from "react";

const Guide = createContext<ReactNode>(null);

/** Hands a page's guide, drawn on the server, to the page's header, wherever in the page that stands. */
export function WithPageGuide({ guide, children }: { guide: ReactNode; children: ReactNode }) {
  return <Guide value={guide}>{children}</Guide>;
}

/** Where the header shows it. */
export function PageGuide() {
  return useContext(Guide);
}
