import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { Account } from "@/components/settings/account";
import { loadAccount } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("settings.account"))("title") };
}

export default async function AccountPage() {
  return (
    <Guided of="account">
      <Account {...(await loadAccount())} />
    </Guided>
  );
}
