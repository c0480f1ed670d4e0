export interface FoundWeakness {
  readonly id: string;
  readonly in: string;
  readonly severity: string;
  readonly fixable: boolean;
}

const SEVERITIES = ["critical", "high", "medium", "low", "negligible", "unknown"];

/** Counts by severity, all named, so that none means zero; and those that an update would mend. */
export function weaknessFacts(found: readonly FoundWeakness[]) {
  const by: Record<string, number> = Object.fromEntries(SEVERITIES.map((s) => [s, 0]));
  for (const { severity } of found) {
    const key = SEVERITIES.includes(severity.toLowerCase()) ? severity.toLowerCase() : "unknown";
    by[key] = (by[key] ?? 0) + 1;
  }
  const grave = found.filter((f) => /^(?:critical|high)$/i.test(f.severity));
  return {
    vulnerabilities: found.length,
    by_severity: by,
    fixable: found.filter((f) => f.fixable).length,
    grave_fixable: grave.filter((f) => f.fixable).length,
    critical_ids: [...new Set(found.filter((f) => /^critical$/i.test(f.severity)).map((f) => f.id))]
      .sort()
      .slice(0, 50),
    repeated: found.length - new Set(found.map((f) => `${f.id} ${f.in}`)).size,
  };
}
