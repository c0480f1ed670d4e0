"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useFailureText } from "@/components/shell/failure-text";
import type { Failure } from "@/lib/errors";

/** Sends the bytes of a bill as they are; they are stored before anybody looks into them, then the plan opens. */
export function useSendBill() {
  const words = useFailureText();
  const router = useRouter();
  const [sending, setSending] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function send(name: string, body: Blob, source = "") {
    if (sending !== null) return;
    setSending(name);
    setError(null);
    try {
      const response = await fetch(`/api/bills?${new URLSearchParams({ name, ...(source && { source }) })}`, {
        method: "PUT",
        body,
      });
      const answer: { reference?: string; error?: Failure } = await response.json();
      if (answer.reference) router.push(`/ledger/import/${answer.reference}`);
      else {
        setError(words(answer.error ?? { code: "INTERNAL" }));
        setSending(null);
      }
    } catch {
      setError(words({ code: "BUSY" }));
      setSending(null);
    }
  }

  return { send, sending, error };
}
