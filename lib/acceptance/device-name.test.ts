import { expect, it } from "vitest";
import { acceleratorOfName } from "./device-name";

it.each([
  ["NVIDIA H100 80GB HBM3", "h100-sxm"],
  ["NVIDIA H100 PCIe", "h100-pcie"],
  ["NVIDIA H100 NVL", "h100-nvl"],
  ["NVIDIA H200", "h200-sxm"],
  ["NVIDIA H200 NVL", "h200-nvl"],
  ["NVIDIA B200", "b200-sxm"],
  ["NVIDIA GB200", "gb200"],
  ["NVIDIA L40S", "l40s"],
  ["NVIDIA L40", "l40"],
  ["NVIDIA L4", "l4"],
  ["NVIDIA A10", "a10"],
  ["NVIDIA GeForce RTX 4090", "rtx-4090"],
  ["GRID A100-10C", null],
  ["Graphics Device", null],
  ["", null],
])("%s is %s", (name, id) => {
  expect(acceleratorOfName(name)).toBe(id);
});

it("tells the A100 variants apart", () => {
  const ids = ["A100-SXM4-40GB", "NVIDIA A100-SXM4-80GB", "NVIDIA A100-PCIE-40GB", "NVIDIA A100 80GB PCIe"].map(
    acceleratorOfName,
  );
  expect(ids).not.toContain(null);
  expect(new Set(ids).size).toBe(4);
});
