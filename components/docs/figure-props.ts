import type { Locale } from "@/lib/i18n/locales";

export interface FigureProps {
  readonly locale: Locale;
  /** Of the part below whose words the figure stands. */
  readonly title: string;
}
