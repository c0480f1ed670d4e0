import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Where the public test data lies beside the checkout, or null in a clone without it. In CI its absence is a failure, so
 * that a green run always means the data was read.
 */
export function sharedDataDir(): string | null {
  const dir = path.resolve(import.meta.dirname, "../../../shared/data");
  if (existsSync(dir)) return dir;
  if (process.env.CI) throw new Error(`shared data missing at ${dir}: CI must run the tests that read it`);
  return null;
}

/** Runs `check` on the shared data; says "not run: no shared data" where there is none. */
export async function withSharedData(check: (dir: string) => void | Promise<void>): Promise<void> {
  const dir = sharedDataDir();
  if (dir === null) {
    console.info("not run: no shared data");
    return;
  }
  await check(dir);
}
