/** Processor time of the own server, for benches: a busy machine blurs the clock, not this. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Seconds of processor time that the server of a data folder has used so far, its children included.
 * @param {string} dir folder with the own server's `postgres`
 * @returns {number | null} null where no own server runs from there
 */
export function serverCpu(dir) {
  let master;
  try {
    master = Number(readFileSync(path.join(dir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    let fields;
    try {
      fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")
        .map(Number);
    } catch {
      continue;
    }
    const [, parent] = fields;
    if (Number(pid) === master) ticks += fields[11] + fields[12] + fields[13] + fields[14];
    else if (parent === master) ticks += fields[11] + fields[12];
  }
  return ticks / 100;
}
