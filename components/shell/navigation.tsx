"use client";
import {
  Bell,
  BookOpenCheck,
  Calculator,
  CircleQuestionMark,
  ClipboardList,
  Coins,
  Cpu,
  Gauge,
  House,
  Inbox,
  Receipt,
  Scale,
  Server,
  Settings,
  Tags,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { classes } from "@/components/ui/classes";
import Link from "@/components/ui/link";
import { ROOMS } from "./rooms";

const ICONS = {
  home: House,
  inbox: Inbox,
  briefs: ClipboardList,
  estimate: Calculator,
  accelerators: Cpu,
  sweep: Scale,
  offers: Tags,
  reviews: BookOpenCheck,
  rentals: Server,
  ledger: Receipt,
  outputs: Gauge,
  costs: Coins,
  alerts: Bell,
  settings: Settings,
  help: CircleQuestionMark,
} as const satisfies Record<(typeof ROOMS)[number]["key"], unknown>;

export function Navigation({ waiting }: { waiting: number }) {
  const t = useTranslations("shell");
  const path = usePathname();
  return (
    <nav aria-label={t("navigation")}>
      <ul className="flex flex-col gap-0.5">
        {ROOMS.map(({ href, key }) => {
          const Icon = ICONS[key];
          const here = path === href || path.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? "page" : undefined}
                className={classes(
                  "flex min-h-9 [@media(max-height:59rem)_and_(pointer:fine)]:min-h-8 pointer-coarse:min-h-11 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm",
                  here ? "bg-accent-soft font-medium text-accent forced-colors:outline" : "text-ink hover:bg-sunken",
                )}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
                {t(`nav.${key}`)}
                {key === "inbox" && waiting > 0 ? (
                  <span className="tabular ml-auto rounded-full bg-accent px-1.5 text-xs text-accent-ink">
                    <span className="sr-only">{t("waiting")} </span>
                    {waiting}
                  </span>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
