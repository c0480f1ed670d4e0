import { getTranslations } from "next-intl/server";
import { InviteForm } from "@/components/auth/invite-form";
import Link from "@/components/ui/link";
import { Callout } from "@/components/ui/surface";
import { loadInvitation } from "@/lib/workspace/server/loaders";

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const [t, { token }] = await Promise.all([getTranslations("auth"), params]);
  const invitation = await loadInvitation(token);
  if (!invitation) {
    return (
      <>
        <h1 className="text-2xl font-semibold">{t("invite.gone")}</h1>
        <Callout tone="warn">{t("invite.goneText")}</Callout>
      </>
    );
  }
  const roles = invitation.roles.map((r) => t(`roles.${r}`)).join(", ");
  return (
    <>
      <h1 className="text-2xl font-semibold">{t("invite.title", { workspace: invitation.workspace })}</h1>
      <p className="text-muted">{t("invite.text", { roles })}</p>
      {invitation.needsSignIn ? (
        <Callout tone="accent">
          <p>{t("invite.signInFirst", { email: invitation.email })}</p>
          <p className="mt-2">
            <Link className="font-medium underline underline-offset-2" href={`/login?to=/invite/${token}`}>
              {t("login.submit")}
            </Link>
          </p>
        </Callout>
      ) : (
        <InviteForm token={token} email={invitation.email} known={invitation.known} />
      )}
    </>
  );
}
