import { getTranslations } from "next-intl/server";
import { BriefForm } from "@/components/brief/brief-form";
import { Guided } from "@/components/help/guided";
import { loadDraft } from "@/lib/brief/server/loaders";
import { listAccelerators } from "@/lib/catalog/accelerators";
import { listModelPresets } from "@/lib/catalog/models";

type Props = { params: Promise<{ briefId: string }> };

export async function generateMetadata({ params }: Props) {
  const t = await getTranslations("brief.page");
  return { title: `${(await params).briefId.toUpperCase()}, ${t("edit")}` };
}

export default async function EditBriefPage({ params }: Props) {
  const { title: _title, savedBy: _savedBy, ...draft } = await loadDraft((await params).briefId);
  const models = listModelPresets().map((m) => ({ value: m.id, label: m.id }));
  const accelerators = listAccelerators().map((a) => ({ value: a.id, label: a.name }));
  return (
    <Guided of="briefEdit">
      <BriefForm {...draft} models={models} accelerators={accelerators} />
    </Guided>
  );
}
