/** A date stays in one line, and so does a time: only between the two a line may end. */
export function wholeDate(text: string): string {
  return text.replace(/ (?!\d{1,2}[:.]\d{2})/g, "\u00a0");
}
