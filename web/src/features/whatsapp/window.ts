import { useNow } from "../calendar/useNow.ts";

/** Whether free-form messages may be sent: for more than two hours yet, for less, or no longer. */
export type WindowState = "open" | "ending" | "closed";

const endingMs = 2 * 3_600_000;

/** The current state of a window that ends at this instant; null for one that never opened. */
export function useWindow(endsAt: string | null): WindowState {
  const left = (endsAt === null ? 0 : Date.parse(endsAt)) - useNow();
  if (left <= 0) return "closed";
  return left < endingMs ? "ending" : "open";
}
