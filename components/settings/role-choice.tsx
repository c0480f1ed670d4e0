"use client";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/field";
import { ROLES, type Role } from "@/lib/access/roles";

/** The five roles as boxes with a line each; several may be ticked. */
export function RoleChoice({
  idPrefix,
  legend,
  value,
  onChange,
}: {
  idPrefix: string;
  legend: string;
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
}) {
  const t = useTranslations("auth");
  return (
    <fieldset className="flex flex-col gap-0.5">
      <legend className="text-sm font-medium">{legend}</legend>
      {ROLES.map((r) => (
        <Checkbox
          key={r}
          id={`${idPrefix}-${r}`}
          checked={value.includes(r)}
          onChange={(e) => onChange(e.target.checked ? [...value, r] : value.filter((x) => x !== r))}
          label={
            <>
              <span className="font-medium">{t(`roles.${r}`)}</span>{" "}
              <span className="text-muted">– {t(`rolesText.${r}`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
