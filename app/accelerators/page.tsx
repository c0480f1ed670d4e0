import { getTranslations } from "next-intl/server";
import { AcceleratorsPage } from "@/components/accelerators/accelerators-page";
import { Guided } from "@/components/help/guided";

export async function generateMetadata() {
  return { title: (await getTranslations("accelerators"))("title") };
}

type Props = { searchParams: Promise<{ q?: string | string[]; card?: string | string[] }> };

export default async function AcceleratorsRoute({ searchParams }: Props) {
  const { q, card } = await searchParams;
  return (
    <Guided of="accelerators">
      <AcceleratorsPage search={String(q ?? "")} chosen={[card ?? []].flat()} />
    </Guided>
  );
}
