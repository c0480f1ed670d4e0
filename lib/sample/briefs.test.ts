import { describe, expect, it } from "vitest";
import { briefAnswers } from "@/lib/boundary/brief-answers";
import { missingFields, priceSearchOpen } from "@/lib/brief/completeness";
import { contentOf } from "@/lib/brief/content";
import { briefDraftSchema } from "@/lib/brief/schema";
import { CHAT_BRIEF, LORA_BRIEF, VIDEO_BRIEF } from "./briefs";

describe("the sample's briefs", () => {
  it.each([
    { name: "chat", brief: CHAT_BRIEF, boundary: "dedicated-node" },
    { name: "lora", brief: LORA_BRIEF, boundary: "vm" },
    { name: "video", brief: VIDEO_BRIEF, boundary: "serverless" },
  ] as const)("$name is complete, is estimated and gets $boundary", ({ brief, boundary }) => {
    expect(briefDraftSchema.parse(brief)).toEqual(brief);
    expect(missingFields(brief)).toEqual([]);
    expect(priceSearchOpen(brief).open).toBe(true);
    const answers = briefAnswers(contentOf(brief));
    expect(answers.noEstimate).toBeNull();
    expect(answers.estimate?.verdict).toBe("fits");
    expect(answers.advice.boundary).toBe(boundary);
  });
});
