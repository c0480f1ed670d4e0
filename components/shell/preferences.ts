export const THEME_COOKIE = "headroom.theme";

/** Preferences live in cookies that the server reads, so that the first paint is right. */
export function writePreference(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store interface is missing in two of the browsers we support
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
