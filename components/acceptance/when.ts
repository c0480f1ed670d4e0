import { useFormatter } from "@/components/ui/use-formatter";
import { shownZone } from "@/lib/i18n/zone";

/** Instants of a review in the workspace's zone, which is said; works on the server and in the browser. */
export function useWhen(): (iso: string) => string {
  const format = useFormatter();
  return (iso) =>
    format.dateTime(new Date(iso), {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone: shownZone().name,
      timeZoneName: "short",
    });
}
