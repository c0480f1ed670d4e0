export { postBill as POST } from "@/lib/ledger/server/routes";
