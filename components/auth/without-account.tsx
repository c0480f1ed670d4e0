import { getTranslations } from "next-intl/server";
import Link from "@/components/ui/link";

/** What one can do without signing in. */
export async function WithoutAccount() {
  const t = await getTranslations("auth.login");
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Link href="/estimate" className="text-accent underline underline-offset-2">
        {t("estimate")}
      </Link>
      <Link href="/docs" className="text-accent underline underline-offset-2">
        {t("docs")}
      </Link>
    </p>
  );
}
