import "server-only";
import { getLocale } from "next-intl/server";
import { isLocale } from "@/lib/i18n/locales";
import type { ExampleId, ExampleWords } from "../../examples";

interface AllExampleWords {
  readonly every: Readonly<Record<string, string>>;
  readonly of: Readonly<Record<ExampleId, ExampleWords>>;
}

/** The sentences of the examples in the reader's language: no part of the messages that every page hands the browser. */
export async function exampleWords(): Promise<AllExampleWords> {
  const asked = await getLocale();
  const locale = isLocale(asked) ? asked : "en";
  return (await import(`@/lib/i18n/examples/${locale}.json`)).default;
}
