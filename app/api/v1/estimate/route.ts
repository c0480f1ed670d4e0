import { commandRoute } from "@/lib/gate/command-route";

export const POST = commandRoute(() => import("@/lib/cli/commands/estimate"), "api.v1.estimate");
