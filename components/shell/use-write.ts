"use client";
import { useState } from "react";
import type { Failure, Result } from "@/lib/errors";
import { useFailureText } from "./failure-text";

export interface WriteState {
  readonly pending: boolean;
  /** Words of the refusal, or null. */
  readonly error: string | null;
  readonly failure: Failure | null;
}

/** Runs an action once at a time, however often a button is pressed, and keeps its refusal in words. */
export function useWrite(): WriteState & {
  write: <T>(run: () => Promise<Result<T>>) => Promise<T | undefined>;
  clear: () => void;
} {
  const words = useFailureText();
  const [state, setState] = useState<WriteState>({ pending: false, error: null, failure: null });
  async function write<T>(run: () => Promise<Result<T>>): Promise<T | undefined> {
    if (state.pending) return undefined;
    setState({ pending: true, error: null, failure: null });
    try {
      const answer = await run();
      setState(
        answer.ok
          ? { pending: false, error: null, failure: null }
          : { pending: false, error: words(answer.error), failure: answer.error },
      );
      return answer.ok ? answer.data : undefined;
    } catch {
      // The request itself did not arrive: nothing was written, and what was typed still stands in the form.
      const failure: Failure = { code: "BUSY" };
      setState({ pending: false, error: words(failure), failure });
      return undefined;
    }
  }
  return { ...state, write, clear: () => setState({ pending: false, error: null, failure: null }) };
}
