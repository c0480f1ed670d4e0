import { getTranslations } from "next-intl/server";
import { SigningSettings } from "@/components/acceptance/signing-settings";
import { Guided } from "@/components/help/guided";
import { loadSigning } from "@/lib/acceptance/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("review.settings"))("title") };
}

export default async function SigningPage() {
  return (
    <Guided of="signing">
      <SigningSettings {...(await loadSigning())} />
    </Guided>
  );
}
