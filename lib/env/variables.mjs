/** Reads what a person may set; the list of it lies beside. */
import { VARIABLES } from "./known-variables.mjs";

/** What is set under the name, else what stands for it, else nothing. */
export function variable(name) {
  const value = process.env[name];
  return value === undefined || value === "" ? (VARIABLES[name]?.standard ?? "") : value;
}

/** The same as a whole number within its bounds; anything else is refused by its name. */
export function wholeVariable(name) {
  const { least, most } = VARIABLES[name];
  const raw = variable(name);
  const n = Number(raw);
  if (!Number.isInteger(n) || n < least || n > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${raw}"`);
  return n;
}
