"use client";
import { useEffect, useState } from "react";
import { Callout } from "@/components/ui/surface";

/** A link or token shown once: selectable as a whole, never stored. */
export function OneTimeSecret({ note, path, secret }: { note: string; path?: string; secret?: string }) {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  const text = path ? `${origin}${path}` : (secret ?? "");
  return (
    <Callout tone="good" live title={note}>
      <code className="block select-all break-all font-mono text-[0.8125rem]" data-testid="one-time-secret">
        {text}
      </code>
    </Callout>
  );
}
