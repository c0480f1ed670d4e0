"use client";
import { Button } from "./button";

export function PrintButton({ label }: { label: string }) {
  return (
    <Button className="no-print" onClick={() => window.print()}>
      {label}
    </Button>
  );
}
