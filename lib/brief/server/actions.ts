"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "@/lib/gate/action";
import { exampleWords } from "./data/example-words";
import * as mutations from "./mutations";
import * as calibration from "./mutations/calibrate";

export const createBrief = defineAction({
  name: "brief.create",
  input: mutations.newBriefInput,
  access: "brief.write",
  run: mutations.createBrief,
});

export const startFromExample = defineAction({
  name: "brief.startFromExample",
  input: mutations.exampleInput,
  access: "brief.write",
  run: async (tx, ctx, input) => {
    const { every, of } = await exampleWords();
    return mutations.startFromExample(tx, ctx, { ...input, words: { ...every, ...of[input.example].answers } });
  },
});

export const saveDraft = defineAction({
  name: "brief.saveDraft",
  input: mutations.saveDraftInput,
  access: "brief.write",
  run: mutations.saveDraft,
});

export const submitRevision = defineAction({
  name: "brief.submit",
  input: mutations.submitInput,
  access: "brief.write",
  run: async (tx, ctx, input) => {
    const written = await mutations.submitRevision(tx, ctx, input);
    revalidatePath("/briefs", "layout");
    return written;
  },
});

export const attachCalibration = defineAction({
  name: "brief.calibrate",
  input: calibration.calibrateInput,
  access: "brief.write",
  run: async (tx, ctx, input) => {
    const written = await calibration.attachCalibration(tx, ctx, input);
    revalidatePath("/briefs", "layout");
    return written;
  },
});

export const withdrawCalibration = defineAction({
  name: "brief.withdrawCalibration",
  input: calibration.withdrawInput,
  access: "brief.write",
  run: async (tx, ctx, input) => {
    const written = await calibration.withdrawCalibration(tx, ctx, input);
    revalidatePath("/briefs", "layout");
    return written;
  },
});

export const restoreCalibration = defineAction({
  name: "brief.restoreCalibration",
  input: calibration.withdrawInput,
  access: "brief.write",
  run: async (tx, ctx, input) => {
    const written = await calibration.restoreCalibration(tx, ctx, input);
    revalidatePath("/briefs", "layout");
    return written;
  },
});
