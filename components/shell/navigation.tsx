"use client";
import {
  Bell,
  BookOpenCheck,
  Calculator,
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
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { classes } from "@/components/ui/classes";

const ITEMS = [
  { href: "/home", key: "home", Icon: House },
  { href: "/inbox", key: "inbox", Icon: Inbox },
  { href: "/briefs", key: "briefs", Icon: ClipboardList },
  { href: "/estimate", key: "estimate", Icon: Calculator },
  { href: "/accelerators", key: "accelerators", Icon: Cpu },
  { href: "/sweep", key: "sweep", Icon: Scale },
  { href: "/offers", key: "offers", Icon: Tags },
  { href: "/reviews", key: "reviews", Icon: BookOpenCheck },
  { href: "/rentals", key: "rentals", Icon: Server },
  { href: "/ledger", key: "ledger", Icon: Receipt },
  { href: "/outputs", key: "outputs", Icon: Gauge },
  { href: "/costs", key: "costs", Icon: Coins },
  { href: "/alerts", key: "alerts", Icon: Bell },
  { href: "/settings", key: "settings", Icon: Settings },
] as const;

export function Navigation({ waiting }: { waiting: number }) {
  const t = useTranslations("shell");
  const path = usePathname();
  return (
    <nav aria-label={t("navigation")}>
      <ul className="flex flex-col gap-0.5">
        {ITEMS.map(({ href, key, Icon }) => {
          const here = path === href || path.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? "page" : undefined}
                className={classes(
                  "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm",
                  here ? "bg-accent-soft font-medium text-accent" : "text-ink hover:bg-sunken",
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
