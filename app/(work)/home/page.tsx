import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { Home } from "@/components/home/home";
import { loadHome } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("home"))("title") };
}

export default async function HomePage() {
  return (
    <Guided of="home">
      <Home {...(await loadHome())} />
    </Guided>
  );
}
