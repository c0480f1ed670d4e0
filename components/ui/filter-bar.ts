/** The fields above a list with the button that applies them. */
export const FILTER_BAR = "no-print flex flex-wrap items-end gap-2";
/** One of its fields: a line of its own on a narrow screen, beside the others where there is room. */
export const FILTER = "sm:!w-auto sm:min-w-40 sm:max-w-56 sm:flex-1";
