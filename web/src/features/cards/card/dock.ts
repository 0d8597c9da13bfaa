import { createContext, use } from "react";
import { media } from "../../../lib/device/media.ts";

const useHasRoom = media("(min-width: 1440px)").useIs;

/** The dock at the end of a card's page, where a mail is written beside the timeline (DESIGN.md section 16). */
export const DockContext = createContext<HTMLElement | null>(null);

/** The dock; null where the page has none or is too narrow. */
export function useDock(): HTMLElement | null {
  const dock = use(DockContext);
  return useHasRoom() ? dock : null;
}
