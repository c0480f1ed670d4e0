import { getTranslations } from "next-intl/server";
import { AcceleratorsPage } from "@/components/accelerators/accelerators-page";
import { Guided } from "@/components/help/guided";
import { loadDoor } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("accelerators"))("title") };
}

type Props = { searchParams: Promise<{ q?: string | string[]; card?: string | string[] }> };

export default async function AcceleratorsRoute({ searchParams }: Props) {
  const [{ q, card }, { atWork }] = await Promise.all([searchParams, loadDoor()]);
  return (
    <Guided of="accelerators">
      <AcceleratorsPage search={String(q ?? "")} chosen={[card ?? []].flat()} exportable={atWork} />
    </Guided>
  );
}
