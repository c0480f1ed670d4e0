import { describe, expect, it } from "vitest";
import type { PlanInput } from "@/lib/boundary/plan";
import { contentOf } from "@/lib/brief/content";
import { areaOf, brief, CARD, card, EVIDENCE, input, item, LIST, plan, statement } from "./fixtures/review-case";
import { type JudgeInput, judge } from "./judge";
import type { AreaId } from "./names";
import type { EvidenceItem } from "./selection";

describe("areas", () => {
  const withList = (text: string, changes: Partial<EvidenceItem> = {}) =>
    input({ evidence: [...EVIDENCE.filter((e) => e.id !== "list"), item("list", "smoke", text, changes)] });
  const two = `${LIST}${LIST.replace("GPU 0", "GPU 1").replace("-0001-", "-0002-")}`;

  const shared = `${LIST}${LIST.replace("GPU 0", "GPU 1")}`;
  const MIG = "  MIG 1g.10gb     Device  0: (UUID: MIG-5f6c2d3e-0001-4000-8000-0000000000b1)\n";

  it.each<[string, AreaId, JudgeInput, string, string | null]>([
    [
      "a brief that names only a card",
      "workload-contract",
      input({ brief: contentOf({ memoryShape: { acceleratorId: "h100-sxm" } }) }),
      "failed",
      "only-a-card",
    ],
    [
      "a brief with a gap",
      "workload-contract",
      input({ brief: brief({ "outcome.acceptedOutputRule": null }) }),
      "failed",
      "brief-incomplete",
    ],
    [
      "a style below the need",
      "allocation-boundary",
      input({ plan: plan({ boundary: "vm", offer: { ...plan().offer, boundary: "vm" } as PlanInput["offer"] }) }),
      "failed",
      "boundary-too-low",
    ],
    [
      "spot where nothing may interrupt",
      "allocation-boundary",
      input({ plan: plan({ offer: { ...plan().offer, purchase: "spot" } as PlanInput["offer"] }) }),
      "failed",
      "may-be-taken-away",
    ],
    [
      "fewer cards than the brief splits over",
      "allocation-boundary",
      input({ brief: brief({ "memoryShape.tensorParallel": 2 }) }),
      "failed",
      "below-limit",
    ],
    ["a slice of the card by MIG", "hardware-identity", withList(`${LIST}${MIG}`), "failed", "mig-slice"],
    [
      "a whole list beside a slice",
      "hardware-identity",
      input({ evidence: [...EVIDENCE, item("again", "load", `${LIST}${MIG}`)] }),
      "failed",
      "mig-slice",
    ],
    ["a card listed twice on a node of one's own", "hardware-identity", withList(shared), "failed", "shared-card"],
    [
      "a card listed twice in a machine",
      "hardware-identity",
      {
        ...withList(shared),
        plan: plan({ boundary: "vm", offer: { ...plan().offer, boundary: "vm" } as PlanInput["offer"] }),
      },
      "not-evidenced",
      "shared-card",
    ],
    ["one card too many", "hardware-identity", withList(two), "failed", "other-count"],
    [
      "another card",
      "hardware-identity",
      withList(LIST.replace("H100 80GB HBM3", "A100-SXM4-80GB")),
      "failed",
      "other-card",
    ],
    [
      "a PCIe card for an SXM one",
      "hardware-identity",
      withList(LIST.replace("H100 80GB HBM3", "H100 PCIe")),
      "failed",
      "other-card",
    ],
    [
      "a name nobody knows",
      "hardware-identity",
      withList(LIST.replace("NVIDIA H100 80GB HBM3", "NVIDIA X1")),
      "not-evidenced",
      "unknown-name",
    ],
    [
      "a slice",
      "hardware-identity",
      withList(LIST.replace("NVIDIA H100 80GB HBM3", "GRID A100-10C")),
      "not-evidenced",
      "virtual-gpu",
    ],
    [
      "a dead device",
      "hardware-identity",
      withList("Unable to determine the device handle for GPU0000:07:00.0: Unknown Error\n"),
      "failed",
      "device-error",
    ],
    ["a cut list", "hardware-identity", withList(LIST.slice(0, 50)), "not-evidenced", "no-device-list"],
    [
      "two lists that disagree",
      "hardware-identity",
      input({ evidence: [...EVIDENCE, item("again", "load", two)] }),
      "not-evidenced",
      "contradictory",
    ],
    [
      "another image",
      "hardware-identity",
      input({
        card: card({
          statements: { ...CARD.statements, "image-digest": statement(`sha256:${"cd".repeat(32)}`, "log") },
        }),
      }),
      "failed",
      "other-image",
    ],
    [
      "a word without evidence",
      "node-readiness",
      input({ card: card({ statements: { ...CARD.statements, "health-check": statement("All fine") } }) }),
      "not-evidenced",
      "stated-without-evidence",
    ],
    [
      "a word on an unreadable file",
      "node-readiness",
      input({ card: card({ statements: { ...CARD.statements, "health-check": statement("All fine", "contract") } }) }),
      "not-evidenced",
      "stated-without-evidence",
    ],
    [
      "not applicable with a reason",
      "node-readiness",
      input({
        card: card({ statements: {}, notApplicable: [{ area: "node-readiness", reason: "The provider runs it" }] }),
      }),
      "not-applicable",
      "stated",
    ],
    [
      "not applicable without one",
      "node-readiness",
      input({ card: card({ statements: {}, notApplicable: [{ area: "node-readiness", reason: " " }] }) }),
      "not-evidenced",
      "no-evidence",
    ],
    [
      "a failure cannot be waived",
      "hardware-identity",
      input({
        ...withList(two),
        card: card({ notApplicable: [{ area: "hardware-identity", reason: "We trust them" }] }),
      }),
      "failed",
      "other-count",
    ],
    [
      "the load cannot be waived",
      "workload-acceptance",
      input({
        evidence: EVIDENCE.slice(0, 2),
        card: card({ notApplicable: [{ area: "workload-acceptance", reason: "No time" }] }),
      }),
      "not-evidenced",
      "no-evidence",
    ],
    [
      "a load that cannot be repeated",
      "workload-acceptance",
      input({ brief: brief({ "target.fixedPromptsOrSteps": null }) }),
      "not-evidenced",
      "load-not-repeatable",
    ],
    ["nothing billed", "cost-record", input({ ledger: null }), "not-evidenced", "nothing-billed"],
    [
      "nothing accepted",
      "cost-record",
      input({ ledger: { entries: 3, acceptedOutputs: 0 } }),
      "not-evidenced",
      "no-accepted-output",
    ],
  ])("%s", (_, area, given, state, code) => {
    const judged = areaOf(given, area);
    expect([judged?.state, judged?.reasonToPause?.code ?? null]).toEqual([state, code]);
    if (state !== "not-applicable") expect(judge(given).verdict).not.toBe("passed");
  });
});
