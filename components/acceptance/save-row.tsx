import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** The button of a small form, with what became of the last press beside it. */
export function SaveRow({
  label,
  pending,
  saved,
  error,
  tone = "secondary",
  children,
}: {
  label: string;
  pending: boolean;
  saved: boolean;
  error: string | null;
  tone?: "secondary" | "danger" | "primary";
  children?: ReactNode;
}) {
  const t = useTranslations("review.card");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button type="submit" tone={tone} pending={pending}>
        {label}
      </Button>
      {children}
      <p role="status" className="text-sm">
        {error ? <span className="font-medium text-bad">{error}</span> : saved ? t("saved") : null}
      </p>
    </div>
  );
}
