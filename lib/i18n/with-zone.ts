interface Told {
  readonly locale: string;
  readonly timeZone: string;
  /** The name changes with summer and winter. */
  readonly at: Date;
}

/** A time with its zone after it: `14:07 UTC`. What `timeStyle` writes has none, and it cannot be asked for beside it. */
export function withZone(said: string, { locale, timeZone, at }: Told): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(at);
  return `${said}\u00a0${parts.find((p) => p.type === "timeZoneName")?.value ?? timeZone}`;
}
