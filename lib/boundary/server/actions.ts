"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "@/lib/gate/action";
import * as plan from "./mutations/plan";
import * as rental from "./mutations/rental";
import { continueInput, endRentalInput, exitInput, mapRentalInput, startTrialInput } from "./rental-input";

export const createPlan = defineAction({
  name: "plan.create",
  input: plan.newPlanInput,
  access: "plan.write",
  run: plan.createPlan,
});

export const revisePlan = defineAction({
  name: "plan.revise",
  input: plan.revisePlanInput,
  access: "plan.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/plans", "layout");
    return plan.revisePlan(tx, ctx, input);
  },
});

export const findOffers = defineAction({
  name: "plan.find-offers",
  input: plan.findOffersInput,
  access: "plan.write",
  run: plan.findOffers,
});

export const startTrial = defineAction({
  name: "rental.startTrial",
  input: startTrialInput,
  access: "rental.write",
  run: rental.startTrial,
});

export const continueRental = defineAction({
  name: "rental.continue",
  input: continueInput,
  access: "rental.write",
  run: rental.continueRental,
});

export const mapRental = defineAction({
  name: "rental.map",
  input: mapRentalInput,
  access: "rental.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/rentals", "layout");
    return rental.mapRental(tx, ctx, input);
  },
});

export const endRental = defineAction({
  name: "rental.end",
  input: endRentalInput,
  access: "rental.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/rentals", "layout");
    return rental.endRental(tx, ctx, input);
  },
});

export const saveExit = defineAction({
  name: "rental.exit",
  input: exitInput,
  access: "rental.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/rentals", "layout");
    return rental.saveExit(tx, ctx, input);
  },
});
