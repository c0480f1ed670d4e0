/** Id of a field's control on the brief's form, for links from wherever an answer is missing. */
export const fieldId = (path: string): string => `f-${path.replace(".", "-")}`;
