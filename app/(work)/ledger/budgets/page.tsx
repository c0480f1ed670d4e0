import { getTranslations } from "next-intl/server";
import { BudgetsPage } from "@/components/budgets/budgets-page";
import { Guided } from "@/components/help/guided";
import { loadBudgets } from "@/lib/ledger/server/budget-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("budgets.budgets"))("title") };
}

export default async function LedgerBudgetsPage() {
  return (
    <Guided of="budgets">
      <BudgetsPage {...(await loadBudgets())} />
    </Guided>
  );
}
