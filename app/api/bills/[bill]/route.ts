export { getBill as GET } from "@/lib/ledger/server/routes";
