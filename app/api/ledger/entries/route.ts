export { furtherEntries as GET } from "@/lib/ledger/server/routes";
