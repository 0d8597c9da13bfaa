import { useEffect } from "react";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { refreshDates } from "../cards/calendar/dates.ts";
import { preloadSaving } from "../cards/update-card.ts";
import { useLiveCards } from "../cards/useLiveCards.ts";
import { useLiveTasks } from "../tasks/live.ts";
import { refreshMeetings } from "./changes/refresh.ts";

const refresh = pacedByPeople(() => void refreshMeetings());
const refreshCards = pacedByPeople(() => void refreshDates());

/** Keeps the meetings on the screen true while others work. */
export function useLiveMeetings(): void {
  useLive((message) => {
    // A card that is renamed, trashed or shared changes what its meetings say of it.
    if (message.kind === "batch" || message.subject.kind === "activity" || message.subject.kind === "card") refresh();
  });
}

/** The same of everything on the calendar. */
export function useLiveCalendar(): void {
  useLiveTasks();
  useLiveMeetings();
}

/** The same of the dates of cards, where they are shown: one that comes onto these days is asked for at once, not with the next lists. */
export function LiveDates() {
  useLiveCards();
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "card" || message.subject.kind === "cardType") refreshCards();
  });
  // The first edit goes out at once.
  useEffect(preloadSaving, []);
  return null;
}
