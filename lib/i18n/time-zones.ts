/** IANA names that this runtime knows, UTC first. */
export function timeZoneNames(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((z) => z !== "UTC")];
}
