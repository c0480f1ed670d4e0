import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LoginForm } from "@/components/auth/login-form";
import { WithoutAccount } from "@/components/auth/without-account";
import { Callout } from "@/components/ui/surface";
import { loadDoor } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("auth.login"))("title") };
}

/** Only addresses of our own, so that a sign-in never leads elsewhere. */
function ownPath(to: string | undefined): string {
  return to && /^\/(?!\/)[\w\-/?=&.%]*$/.test(to) && !to.startsWith("/api") ? to : "/home";
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ to?: string }> }) {
  const [t, door, { to }] = await Promise.all([getTranslations("auth.login"), loadDoor(), searchParams]);
  if (door.signedIn) redirect(ownPath(to));
  return (
    <>
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      {door.owned ? null : <Callout tone="accent">{t("noOwner")}</Callout>}
      <LoginForm to={ownPath(to)} />
      <WithoutAccount />
    </>
  );
}
