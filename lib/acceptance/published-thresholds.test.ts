import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sharedDataDir } from "@/lib/testing/shared-data";
import { THRESHOLDS } from "./thresholds";

describe("against the published figures", () => {
  it("agrees with each limit that fails a node", () => {
    const dir = sharedDataDir();
    if (dir === null) return;
    const file = path.join(dir, "acceptance", "thresholds.json");
    const { thresholds } = JSON.parse(readFileSync(file, "utf8")) as {
      thresholds: { id: string; value: unknown }[];
    };
    const published = new Map(thresholds.map((t) => [t.id, t.value]));
    const pairs: [string, string][] = [
      ["all-reduce.h100-sxm", "nccl_allreduce.h100"],
      ["all-reduce.h200-sxm", "nccl_allreduce.h200"],
      ["all-reduce.h100-nvl", "nccl_allreduce.h100nvl2"],
      ["all-reduce.a100-80", "nccl_allreduce.a100-80"],
      ["all-reduce.a100-40", "nccl_allreduce.a100-40"],
      ["all-reduce.a100-pcie", "nccl_allreduce.a100-pcie4"],
      ["all-reduce.v100", "nccl_allreduce.v100"],
      ["all-reduce.mi300x", "nccl_allreduce.mi300x"],
      ["message", "nccl_minsize"],
      ["h2d.hopper", "h2d_d2h.h100-h200"],
      ["peer.hopper", "p2p.h100-h200"],
      ["h2d.a100", "h2d_d2h.a100-80"],
      ["peer.a100-80", "p2p.a100-80"],
      ["peer.a100-40", "p2p.a100-40"],
      ["h2d.v100", "h2d_d2h.v100"],
      ["h2d.mi300x", "h2d_d2h.mi300x"],
      ["nvlink-count", "nvlink.count"],
      ["pcie-width", "pcie.width"],
      ["pcie-generation", "pcie.gen"],
      ["ecc-sram-corrected", "ecc.sram_cor"],
      ["ecc-dram", "ecc.dram"],
      ["remapped-rows", "remap.unc"],
      ["retired-pages", "retired.pages"],
      ["temperature", "temp.good"],
      ["diagnostic-level", "dcgm.r3"],
      ["step-spread", "mamf.spread"],
    ];
    for (const [own, theirs] of pairs) {
      const value = published.get(theirs);
      // Published as a ratio, kept in percent.
      const same = own === "step-spread" ? Number(value) * 100 : value;
      expect([own, THRESHOLDS.find((t) => t.id === own)?.value]).toEqual([own, same]);
    }
  });
});
