"use server";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { defineAction } from "@/lib/gate/action";
import { newChannelSchema, seenAlertsSchema } from "../schema";
import * as channel from "./mutations";

export const addAlertChannel = defineAction({
  name: "alerts.channel",
  input: newChannelSchema,
  access: "read",
  run: async (tx, ctx, input) => {
    revalidatePath("/alerts");
    return channel.addChannel(tx, ctx, input);
  },
});

export const removeAlertChannel = defineAction({
  name: "alerts.remove",
  input: z.strictObject({ id: z.uuid() }),
  access: "read",
  run: async (tx, ctx, input) => {
    revalidatePath("/alerts");
    return channel.removeChannel(tx, ctx, input);
  },
});

export const seeAlerts = defineAction({
  name: "alerts.see",
  input: seenAlertsSchema,
  access: "read",
  run: async (tx, ctx, input) => {
    for (const page of ["/inbox", "/home", "/alerts"]) revalidatePath(page);
    return channel.markAlertsSeen(tx, ctx, input);
  },
});

export const unseeAlerts = defineAction({
  name: "alerts.unsee",
  input: seenAlertsSchema,
  access: "read",
  run: async (tx, ctx, input) => {
    for (const page of ["/inbox", "/home", "/alerts"]) revalidatePath(page);
    return channel.unseeAlerts(tx, ctx, input);
  },
});
