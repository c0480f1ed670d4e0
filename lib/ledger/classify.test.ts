import { describe, expect, it } from "vitest";
import { assignedBy, classifier, classify, inherit } from "./classify";
import { gpuDay } from "./fixtures/rows";
import type { BillRow } from "./schema";

const named = (description: string, more: Partial<BillRow> = {}): BillRow =>
  gpuDay(2, { sku: "S-1", skuMeter: null, description, serviceName: "Service", ...more });
const answer = (row: BillRow): string => {
  const c = classify(row);
  return `${c.component} ${c.kind} ${c.rule}`;
};

describe("classification, first match wins", () => {
  const cases: [string, Partial<BillRow>, string][] = [
    ["Sales tax on GPU hours", { chargeCategory: "Tax" }, "tax tax category-tax"],
    ["Promotional credit", { chargeCategory: "Credit", sku: null }, "credit credit category-credit"],
    ["Goodwill for the H100 outage", { chargeCategory: "Credit" }, "credit credit category-credit"],
    ["Committed use discount: H100 GPU", { chargeCategory: "Credit" }, "accelerator discount credit-price-like"],
    ["Rounding", { chargeCategory: "Adjustment" }, "rounding rounding rounding-text"],
    ["Wallet top-up", { chargeCategory: "Purchase" }, "funding funding funding-text"],
    ["Total for September", { sku: null, resource: null }, "unclassified usage total-text"],
    ["Business support", { chargeCategory: "Purchase" }, "support support support-text"],
    ["AI Enterprise licence per GPU", {}, "support licence support-text"],
    ["Serverless platform fee", {}, "support platform_fee support-text"],
    ["Snapshot storage for GPU node", {}, "storage usage storage-text"],
    ["Anything", { serviceCategory: "Storage" }, "storage usage storage-category"],
    ["Internet egress", {}, "network usage network-text"],
    ["NAT gateway hours", {}, "network usage network-text"],
    ["Anything", { serviceCategory: "Networking" }, "network usage network-category"],
    ["Host vCPU and RAM", { serviceName: "GPU Compute", resourceType: "GPU instance" }, "host usage cpu-text"],
    ["Linux m6i.large instance hour", {}, "host usage cpu-instance"],
    ["t4g.medium instance hour", {}, "host usage cpu-instance"],
    ["e2-standard-4 running", {}, "host usage cpu-instance"],
    ["$1.624 per On Demand Linux g5.4xlarge Instance Hour", {}, "accelerator usage gpu-instance"],
    ["p5.48xlarge hour", {}, "accelerator usage gpu-instance"],
    ["Standard_ND96isr_H100_v5", {}, "accelerator usage gpu-instance"],
    ["a2-highgpu-8g running", {}, "accelerator usage gpu-instance"],
    ["8x H100 SXM, 224 vCPU, 2 TB RAM", {}, "accelerator usage gpu-text"],
    ["H100 SXM pod GPU", {}, "accelerator usage gpu-text"],
    ["Windows, licence included, A100 hour", {}, "accelerator usage gpu-text"],
    ["Capacity Block hour", {}, "accelerator usage capacity-block"],
    ["Instance hour", { resourceType: "GPU instance" }, "accelerator usage gpu-service"],
    ["Input tokens, large model", {}, "accelerator managed_api_bundled inference-tokens"],
    ["Requests", { serviceCategory: "Integration" }, "unclassified usage unclassified"],
    ["H100 SXM pod GPU", { sku: null, serviceCategory: "Other" }, "unclassified usage no-signal"],
  ];
  for (const [description, more, wanted] of cases) {
    it(`${description} → ${wanted}`, () => expect(answer(named(description, more))).toBe(wanted));
  }

  it("keeps what happened apart from what was bought", () => {
    const gpu = (more: Partial<BillRow>): string => answer(named("H100 hour", more));
    expect(gpu({ correction: true })).toBe("accelerator correction gpu-text");
    expect(gpu({ chargeCategory: "Purchase", commitmentId: "cd" })).toBe("accelerator commitment_purchase gpu-text");
    expect(gpu({ commitmentId: "cd", commitmentStatus: "Used" })).toBe("accelerator usage gpu-text");
    expect(gpu({ commitmentId: "cd", commitmentStatus: "Unused" })).toBe("accelerator commitment_unused gpu-text");
    expect(gpu({ capacityId: "cr", capacityStatus: "Unused" })).toBe("accelerator capacity_unused gpu-text");
  });

  it("says that the price of an accelerator instance contains its host", () => {
    expect(classify(named("g5.4xlarge hour")).bundledHost).toBe(true);
    expect(classify(named("8x H100, 224 vCPU")).bundledHost).toBe(true);
    expect(classify(named("H100 SXM pod GPU")).bundledHost).toBe(false);
  });

  it("believes a format that states totals, plans and components", () => {
    expect(classify(named("H100", { rowType: "total", statedComponent: "tax", chargeCategory: "Tax" }))).toMatchObject({
      rule: "row-type",
      notCounted: "total-row",
    });
    expect(answer(named("H100", { statedComponent: "network" }))).toBe("network usage stated-component");
    expect(classify(named("x", { statedComponent: "funding" })).notCounted).toBe("funding");
  });

  it("gives equal answers with and without its memory", () => {
    const remembered = classifier();
    for (const [description, more] of cases) {
      const row = named(description, more);
      remembered(row);
      expect(remembered(row)).toEqual(classify(row));
    }
  });
});

describe("second look", () => {
  it("gives purchases and unused hours the one component that their commitment covers", () => {
    const rows = [
      named("Reservation", { chargeCategory: "Purchase", commitmentId: "cd" }),
      named("H100 hour", { commitmentId: "cd", commitmentStatus: "Used" }),
      named("Reservation", { chargeCategory: "Purchase", commitmentId: "other" }),
    ];
    const found = inherit(rows, rows.map(classify));
    expect(found.map((c) => c.component)).toEqual(["accelerator", "accelerator", "unclassified"]);
    expect(found[0]).toMatchObject({ rule: "inherited-from-commitment", kind: "commitment_purchase" });
  });

  it("gives a correction the component of its resource, unless the resource has two", () => {
    const fix = named("Refund", { correction: true, resource: "node-1" });
    const one = [named("H100 hour"), fix];
    expect(inherit(one, one.map(classify))[1]).toMatchObject({
      component: "accelerator",
      rule: "inherited-from-resource",
    });
    const two = [named("H100 hour"), named("Disk"), fix];
    expect(inherit(two, two.map(classify))[2]?.component).toBe("unclassified");
  });

  it("takes a person's class where every named field fits", () => {
    const row = named("Requests", { serviceCategory: "Integration" });
    expect(
      assignedBy(row, [
        { sku: "S-2", component: "host" },
        { sku: "S-1", component: "support" },
      ]),
    ).toMatchObject({
      component: "support",
      rule: "assigned-by-person",
    });
    expect(assignedBy(row, [{ sku: "S-1", service: "Another", component: "host" }])).toBeNull();
  });
});
