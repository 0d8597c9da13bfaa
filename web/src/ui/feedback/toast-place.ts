import { type RefObject, useEffect, useState } from "react";

export type ToastPlace = "bottom" | "top";

/** As much of the screen's end as a notification takes, with what it leaves free below it: a footer row, on phones a dialog's buttons. */
const bottomStrip = () => (innerWidth < 768 ? 124 : 60) + 110;

/** The row or the control that somebody is at. */
function workedOn(region: Element | null): Element | undefined {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement.id === "content" || region?.contains(activeElement))
    return undefined;
  return activeElement.closest("[role=row], tr, li") ?? activeElement;
}

/** At the bottom, unless that is where somebody works: then at the top. It follows the focus. */
export function useToastPlace(region: RefObject<HTMLElement | null>): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>("bottom");
  useEffect(() => {
    const look = () => {
      const at = workedOn(region.current);
      if (!at) return;
      const { bottom, height } = at.getBoundingClientRect();
      // A page as a whole is not a row.
      const isRow = height < innerHeight / 2;
      setPlace(isRow && bottom > innerHeight - bottomStrip() ? "top" : "bottom");
    };
    look();
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [region]);
  return place;
}
