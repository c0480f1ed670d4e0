import { getTranslations } from "next-intl/server";
import { AcceleratorsPage } from "@/components/accelerators/accelerators-page";

export async function generateMetadata() {
  return { title: (await getTranslations("accelerators"))("title") };
}

type Props = { searchParams: Promise<{ q?: string | string[]; card?: string | string[] }> };

export default async function AcceleratorsRoute({ searchParams }: Props) {
  const { q, card } = await searchParams;
  return <AcceleratorsPage search={String(q ?? "")} chosen={[card ?? []].flat()} />;
}
