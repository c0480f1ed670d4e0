"use server";
import { revalidatePath } from "next/cache";
import { defineAction } from "@/lib/gate/action";
import * as mutations from "./mutations";

export const addOffer = defineAction({
  name: "offer.add",
  input: mutations.addOfferInput,
  access: "offer.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/offers");
    return mutations.addOffer(tx, ctx, input);
  },
});

export const retireOffer = defineAction({
  name: "offer.retire",
  input: mutations.retireOfferInput,
  access: "offer.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/offers");
    return mutations.retireOffer(tx, ctx, input);
  },
});

export const planOfferImport = defineAction({
  name: "offer.plan-import",
  input: mutations.planImportInput,
  access: "offer.write",
  run: mutations.planImport,
});

export const importOffers = defineAction({
  name: "offer.import",
  input: mutations.importOffersInput,
  access: "offer.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/offers");
    return mutations.importOffers(tx, ctx, input);
  },
});

export const reinstateOffer = defineAction({
  name: "offer.reinstate",
  input: mutations.retireOfferInput,
  access: "offer.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/offers", "layout");
    return mutations.reinstateOffer(tx, ctx, input);
  },
});

export const undoOfferImport = defineAction({
  name: "offer.undo-import",
  input: mutations.undoImportInput,
  access: "offer.write",
  run: async (tx, ctx, input) => {
    revalidatePath("/offers", "layout");
    return mutations.undoImport(tx, ctx, input);
  },
});
