/** One line of one record of a file, as a key: most records hold one line, some bills put several charges into one. */
export const lineKey = (line: { readonly record: number; readonly part: number }): string =>
  `${line.record}.${line.part}`;
