"use client";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

export function SignOut() {
  const t = useTranslations("shell");
  return (
    <Button small tone="ghost" onClick={() => signOut({ callbackUrl: "/login" })}>
      {t("signOut")}
    </Button>
  );
}
