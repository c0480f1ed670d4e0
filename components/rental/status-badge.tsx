"use client";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/components/ui/badge";
import type { RentalStatus } from "@/lib/boundary/rental";

const TONES: Readonly<Record<RentalStatus, Tone>> = {
  planned: "neutral",
  active: "accent",
  overdue: "bad",
  "ended-open": "warn",
  ended: "good",
};

export function RentalStatusBadge({ status }: { status: RentalStatus }) {
  const t = useTranslations("rental.status");
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
