import { type RefObject, useEffect, useState } from "react";
import { isPhoneNow } from "../../lib/device/useIsPhone.ts";

export type ToastPlace = "bottom" | "top" | "above";

/** The height of a notification, at most. */
const height = 110;
/** Space left free below, for a footer row, and on phones above, for the top bar. */
const [footer, topBar] = [60, 60];

/** Pixels between the screen's edge, a toast and whatever is open below it. */
const gaps = 24;

/** The row or the control that the person is working in; otherwise where the page has them write. */
function workedOn(region: Element | null): Element | undefined {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement.id === "content" || region?.contains(activeElement))
    return document.querySelector("[data-at-bottom]") ?? undefined;
  return activeElement.closest("[role=row], tr, li") ?? activeElement;
}

/** Whether the person types in the element. */
const isWritten = (element: Element): boolean =>
  [element, ...element.querySelectorAll(":focus")].some((one) => one.matches("input, textarea, [contenteditable=true]"));

function placeNow(region: Element | null): ToastPlace | undefined {
  if (document.querySelector("[data-modal]")) return "above";
  const at = workedOn(region);
  if (!at) return undefined;
  const { top, bottom, height: own } = at.getBoundingClientRect();
  // A page as a whole is not a row.
  const isRow = own < innerHeight / 2;
  if (isPhoneNow()) return isRow && isWritten(at) && bottom > topBar && top < topBar + height ? "bottom" : "top";
  return isRow && bottom > innerHeight - footer - height ? "top" : "bottom";
}

/** What is that far from the screen's upper edge is in the way of a notification at the top. */
const upper = 130;

/** Where the head of the page ends, with its buttons and what people write in below them: 0 if it has none. */
function headEnd(): number {
  const heads = [...document.querySelectorAll("#content header, [data-head-buttons], [data-at-bottom]")].map((head) =>
    head.getBoundingClientRect(),
  );
  const inTheWay = heads.filter(({ top, bottom, height }) => height > 0 && top < upper && bottom < innerHeight / 2);
  return Math.max(0, ...inTheWay.map(({ bottom }) => bottom));
}

/** Default place, if no one works there. */
const usual = (): ToastPlace => (isPhoneNow() ? "top" : "bottom");

/**
 * At the bottom, unless that is where somebody works: then at the top, below the head of the page (`--toast-head`). On phones at the top, unless somebody writes there. It follows the focus. While a dialog or sheet is open it is above that, on top of none of
 * its actions: `--toast-room` has it make room (Dialog.module.css).
 */
export function useToastPlace(region: RefObject<HTMLElement | null>): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>(usual);
  useEffect(() => {
    const { style } = document.documentElement;
    const makeRoom = () => {
      const height = region.current?.offsetHeight;
      if (height) style.setProperty("--toast-room", `${height + gaps}px`);
      else style.removeProperty("--toast-room");
    };
    const sizes = new ResizeObserver(makeRoom);
    const look = () => {
      style.setProperty("--toast-head", `${headEnd()}px`);
      setPlace((before) => placeNow(region.current) ?? (before === "above" ? usual() : before));
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
      style.removeProperty("--toast-head");
    };
  }, [region]);
  return place;
}
