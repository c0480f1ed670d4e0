export { postOutputs as POST } from "@/lib/ledger/server/routes";
