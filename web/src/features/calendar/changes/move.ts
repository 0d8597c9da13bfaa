import { setDue } from "../../tasks/changes/acts.ts";
import type { Entry } from "../entries.ts";
import type { Place } from "../layout/moving.ts";

/** Puts something where it was dragged. Shown at once; undone by its notification or ⌘Z. */
export function moveEntry({ task }: Entry, place: Place): void {
  setDue([task], place.isAllDay ? place.firstDay : new Date(place.startMs).toISOString());
}
