import { useEffect } from "react";

/** A link to a field that is folded away opens what folds it; also when the page was reached inside the application. */
export function useUnfoldedTarget(): void {
  useEffect(() => {
    function unfold() {
      const id = decodeURIComponent(window.location.hash.slice(1));
      const target = id === "" ? null : document.getElementById(id);
      if (!target) return;
      for (let at = target.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
      target.scrollIntoView({ block: "center" });
      target.focus({ preventScroll: true });
    }
    unfold();
    window.addEventListener("hashchange", unfold);
    return () => window.removeEventListener("hashchange", unfold);
  }, []);
}
