import { commandRoute } from "@/lib/gate/command-route";

export const POST = commandRoute(() => import("@/lib/cli/commands/judge"), "api.v1.judge");
