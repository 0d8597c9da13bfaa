import { createContext, use } from "react";
import { media } from "../../../lib/media.ts";

const useHasRoom = media("(min-width: 1440px)").useIs;

/** The place at the end of a card's page where something is written beside what is read (DESIGN.md section 16, Timeline). */
export const DockContext = createContext<HTMLElement | null>(null);

/** That place; null where the page has none, or is too narrow for it. */
export function useDock(): HTMLElement | null {
  const dock = use(DockContext);
  return useHasRoom() ? dock : null;
}
