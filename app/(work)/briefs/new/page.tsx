import { getTranslations } from "next-intl/server";
import { NewBrief } from "@/components/brief/new-brief";
import { Guided } from "@/components/help/guided";
import { loadExamples } from "@/lib/brief/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("brief.new"))("title") };
}

export default async function NewBriefPage() {
  const examples = await loadExamples();
  return (
    <Guided of="briefNew">
      <NewBrief examples={examples} />
    </Guided>
  );
}
