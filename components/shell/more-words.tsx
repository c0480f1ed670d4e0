"use client";
import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { joinWords, type WordTree } from "@/lib/i18n/pick-words";

/** Adds words to those of the providers around. */
export function MoreWords({ words, children }: { readonly words: WordTree; readonly children: ReactNode }) {
  const above = useMessages();
  const locale = useLocale();
  const messages = useMemo(() => joinWords(above, words), [above, words]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
