export { putBill as PUT } from "@/lib/ledger/server/routes";
