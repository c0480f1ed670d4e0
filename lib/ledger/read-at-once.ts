/** Bytes of a bill's file that is read while a page is made; a larger one is read in the background, once. */
export const READ_AT_ONCE = 4 * 1024 * 1024;
