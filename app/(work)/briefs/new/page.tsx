import { getTranslations } from "next-intl/server";
import { NewBrief } from "@/components/brief/new-brief";
import { Guided } from "@/components/help/guided";
import { requirePermission } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("brief.new"))("title") };
}

export default async function NewBriefPage() {
  await requirePermission("brief.write");
  return (
    <Guided of="briefNew">
      <NewBrief />
    </Guided>
  );
}
