import { useState } from "react";

/** Whether a field was left since something was typed in it: half a word is not judged while it is being written. */
export function useLeft() {
  const [left, setLeft] = useState(true);
  return { left, typed: () => setLeft(false), onBlur: () => setLeft(true) };
}
