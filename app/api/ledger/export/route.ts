export { exportLedger as GET } from "@/lib/ledger/server/routes";
