import { pacedByPeople, useLive } from "../../lib/live.ts";
import { useLiveTasks } from "../tasks/live.ts";
import { refreshMeetings } from "./changes/refresh.ts";

const refresh = pacedByPeople(() => void refreshMeetings());

/** Keeps what is on the calendar true while others work. */
export function useLiveCalendar(): void {
  useLiveTasks();
  useLive((message) => {
    // A card that is renamed, trashed or shared changes what its meetings say of it.
    if (message.kind === "batch" || message.subject.kind === "activity" || message.subject.kind === "card") refresh();
  });
}
