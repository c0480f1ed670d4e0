import { getTranslations } from "next-intl/server";
import { BudgetsPage } from "@/components/budgets/budgets-page";
import { loadBudgets } from "@/lib/ledger/server/budget-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("budgets.budgets"))("title") };
}

export default async function LedgerBudgetsPage() {
  return <BudgetsPage {...(await loadBudgets())} />;
}
