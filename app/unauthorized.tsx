import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { LoginForm } from "@/components/auth/login-form";
import { WithoutAccount } from "@/components/auth/without-account";
import { Door } from "@/components/shell/door";
import { THEME_COOKIE } from "@/components/shell/preferences";
import { Words } from "@/components/shell/words";
import { Callout } from "@/components/ui/surface";
import { loadDoor } from "@/lib/workspace/server/loaders";

/** What strangers see in the place of a page of the workspace: whoever signs in here reads it at once. */
export default async function Unauthorized() {
  const [t, door, jar] = await Promise.all([getTranslations("auth.login"), loadDoor(), cookies()]);
  return (
    <Door theme={jar.get(THEME_COOKIE)?.value ?? "system"}>
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      {door.signedIn ? (
        <Callout tone="accent">{t("noWorkspace")}</Callout>
      ) : (
        <p className="text-muted">{t("goesOn")}</p>
      )}
      {door.owned ? null : <Callout tone="accent">{t("noOwner")}</Callout>}
      <Words of={["auth.login"]}>
        <LoginForm to={null} />
      </Words>
      <WithoutAccount />
    </Door>
  );
}
