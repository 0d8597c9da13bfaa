import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";

const words = ["calendar", "tasks", "files", "recurrence", "reminders"] as const;

/** Meetings outside the calendar, where its words are not there yet. */
export const OpenMeeting = later(async () => (await withWords(words, import("./OpenMeeting.tsx"))).OpenMeeting);
export const PeopleChips = later(async () => (await withWords(["calendar"], import("./PeopleChips.tsx"))).PeopleChips);
