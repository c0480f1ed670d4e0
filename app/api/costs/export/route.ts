export { exportCosts as GET } from "@/lib/ledger/server/routes";
