/** Characters of a pasted start-up log: one has some thousand lines. */
export const LONGEST_LOG = 4_000_000;
