import type { VariableName } from "./known-variables.mjs";

export function variable(name: string): string;
export function wholeVariable(name: VariableName): number;
