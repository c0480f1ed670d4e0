import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { HelpPage } from "@/components/help/help-page";
import { loadHelp } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("help"))("title") };
}

export default async function WorkspaceHelpPage({ searchParams }: { searchParams: Promise<{ brief?: string }> }) {
  return (
    <Guided of="help">
      <HelpPage {...(await loadHelp((await searchParams).brief))} />
    </Guided>
  );
}
