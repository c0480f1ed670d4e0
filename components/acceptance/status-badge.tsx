import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { State } from "@/lib/acceptance/names";
import type { ReviewStatus } from "@/lib/acceptance/status";
import { STATE_TONES, STATUS_TONES } from "./tones";

export function StatusBadge({ status }: { status: ReviewStatus }) {
  const t = useTranslations("review.status");
  return <Badge tone={STATUS_TONES[status]}>{t(status)}</Badge>;
}

export function StateBadge({ state }: { state: State }) {
  const t = useTranslations("acceptance.states");
  return <Badge tone={STATE_TONES[state]}>{t(state)}</Badge>;
}
