"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "@/lib/gate/action";
import * as liveInput from "./live-input";
import * as card from "./mutations/card";
import * as decide from "./mutations/decide";
import * as delegation from "./mutations/delegation";
import * as evidence from "./mutations/evidence";
import * as live from "./mutations/live";
import * as seen from "./mutations/seen";
import * as policy from "./mutations/signing-policy";
import * as submit from "./mutations/submit";
import * as input from "./review-input";

export const saveCard = defineAction({
  name: "review.card",
  input: input.saveCardInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return card.saveCard(tx, ctx, given);
  },
});

export const recordAttempt = defineAction({
  name: "review.attempt",
  input: input.attemptInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return card.recordAttempt(tx, ctx, given);
  },
});

export const eraseEvidence = defineAction({
  name: "evidence.erase",
  input: input.eraseInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return evidence.eraseEvidence(tx, ctx, given);
  },
});

export const submitReview = defineAction({
  name: "review.submit",
  input: input.reviewInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return submit.submitReview(tx, ctx, given);
  },
});

export const withdrawReview = defineAction({
  name: "review.withdraw",
  input: input.reviewInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return submit.withdrawReview(tx, ctx, given);
  },
});

export const sendBack = defineAction({
  name: "review.sendBack",
  input: input.sendBackInput,
  access: "review.sign",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return decide.sendBack(tx, ctx, given);
  },
});

export const signReview = defineAction({
  name: "review.sign",
  input: input.signInput,
  access: "review.sign",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return decide.signReview(tx, ctx, given);
  },
});

export const delegateSigning = defineAction({
  name: "delegation.give",
  input: input.delegateInput,
  access: "review.decide",
  run: async (tx, ctx, given) => {
    revalidatePath("/", "layout");
    return delegation.delegateSigning(tx, ctx, given);
  },
});

export const endDelegation = defineAction({
  name: "delegation.end",
  input: input.endDelegationInput,
  access: "read",
  run: async (tx, ctx, given) => {
    revalidatePath("/", "layout");
    return delegation.endDelegation(tx, ctx, given);
  },
});

export const setSigningPolicy = defineAction({
  name: "policy.signing",
  input: input.policyInput,
  access: "workspace.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/", "layout");
    return policy.setSigningPolicy(tx, ctx, given);
  },
});

export const undoSigningPolicy = defineAction({
  name: "policy.undoSigning",
  input: input.undoPolicyInput,
  access: "workspace.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/", "layout");
    return policy.undoSigningPolicy(tx, ctx, given);
  },
});

/** No page is shown afresh for it: what changed since the last look stays on the page that was opened. */
export const markSeen = defineAction({
  name: "review.see",
  input: input.seenInput,
  access: "read",
  run: seen.markSeen,
});

export const startLive = defineAction({
  name: "live.start",
  input: liveInput.startLiveInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return live.startLive(tx, ctx, given);
  },
});

export const stopLive = defineAction({
  name: "live.stop",
  input: liveInput.stopLiveInput,
  access: "review.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return live.stopLive(tx, ctx, given);
  },
});

export const allowHost = defineAction({
  name: "live.allow",
  input: liveInput.liveHostInput,
  access: "workspace.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/settings/live");
    return live.allowHost(tx, ctx, given);
  },
});

export const forgetHost = defineAction({
  name: "live.forget",
  input: liveInput.forgetHostInput,
  access: "workspace.write",
  run: async (tx, ctx, given) => {
    revalidatePath("/settings/live");
    return live.forgetHost(tx, ctx, given);
  },
});
