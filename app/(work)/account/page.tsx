import { getTranslations } from "next-intl/server";
import { Account } from "@/components/settings/account";
import { loadAccount } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("settings.account"))("title") };
}

export default async function AccountPage() {
  return <Account {...(await loadAccount())} />;
}
