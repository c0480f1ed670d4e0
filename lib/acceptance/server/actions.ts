"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "@/lib/gate/action";
import * as card from "./mutations/card";
import * as decide from "./mutations/decide";
import * as evidence from "./mutations/evidence";
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
  access: "review.decide",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return decide.sendBack(tx, ctx, given);
  },
});

export const signReview = defineAction({
  name: "review.sign",
  input: input.signInput,
  access: "review.decide",
  run: async (tx, ctx, given) => {
    revalidatePath("/reviews", "layout");
    return decide.signReview(tx, ctx, given);
  },
});
