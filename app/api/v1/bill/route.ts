import { env } from "@/lib/env/env.mjs";
import { commandRoute } from "@/lib/gate/command-route";

export const POST = commandRoute(() => import("@/lib/cli/commands/bill"), "api.v1.bill", env.maxBillBytes);
