import { commandRoute } from "@/lib/gate/command-route";

export const POST = commandRoute(() => import("@/lib/cli/commands/advise"), "api.v1.advise");
