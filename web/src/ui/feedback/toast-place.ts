import { type RefObject, useEffect, useState } from "react";

export type ToastPlace = "bottom" | "top" | "above";

/** As much of the screen's end as a notification takes, with what it leaves free below it: a footer row, on phones the tab bar. */
const bottomStrip = () => (innerWidth < 768 ? 76 : 60) + 110;

/** Between the screen's edge, a notification and what is open below it. */
const gaps = 24;

/** The row or the control that somebody is at. */
function workedOn(region: Element | null): Element | undefined {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement.id === "content" || region?.contains(activeElement))
    return undefined;
  return activeElement.closest("[role=row], tr, li") ?? activeElement;
}

function placeNow(region: Element | null): ToastPlace | undefined {
  if (document.querySelector("[data-modal]")) return "above";
  const at = workedOn(region);
  if (!at) return undefined;
  const { bottom, height } = at.getBoundingClientRect();
  // A page as a whole is not a row.
  const isRow = height < innerHeight / 2;
  return isRow && bottom > innerHeight - bottomStrip() ? "top" : "bottom";
}

/**
 * At the bottom, unless that is where somebody works: then at the top. It follows the focus. While a dialog or sheet is open it is above that, on top of none of
 * its actions: `--toast-room` has it make room (Dialog.module.css).
 */
export function useToastPlace(region: RefObject<HTMLElement | null>): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>("bottom");
  useEffect(() => {
    const { style } = document.documentElement;
    const makeRoom = () => {
      const height = region.current?.offsetHeight;
      if (height) style.setProperty("--toast-room", `${height + gaps}px`);
      else style.removeProperty("--toast-room");
    };
    const sizes = new ResizeObserver(makeRoom);
    const look = () => {
      setPlace((before) => placeNow(region.current) ?? (before === "above" ? "bottom" : before));
      sizes.disconnect();
      if (region.current) sizes.observe(region.current);
      else makeRoom();
    };
    look();
    document.addEventListener("focusin", look);
    // Notifications, dialogs and sheets are children of the body.
    const overlays = new MutationObserver(look);
    overlays.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener("focusin", look);
      overlays.disconnect();
      sizes.disconnect();
      style.removeProperty("--toast-room");
    };
  }, [region]);
  return place;
}
