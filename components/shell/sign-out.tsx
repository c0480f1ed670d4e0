"use client";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { forgetKeptText } from "./use-kept-text";

export function SignOut() {
  const t = useTranslations("shell");
  return (
    <Button
      small
      tone="ghost"
      onClick={() => {
        forgetKeptText();
        void signOut({ callbackUrl: "/login" });
      }}
    >
      {t("signOut")}
    </Button>
  );
}
