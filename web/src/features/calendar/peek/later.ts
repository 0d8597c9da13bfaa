import { withWords } from "../../../lib/i18n.tsx";
import { later, laterInFocus } from "../../../lib/later.tsx";

const words = ["recurrence", "reminders"] as const;

/** A task on the calendar is opened as in its list; it comes with what that needs. */
export const OpenTask = later(async () => (await withWords(words, import("./TaskBeside.tsx"))).TaskBeside);
export const CardBeside = later(async () => (await withWords(["card"], import("./CardBeside.tsx"))).CardBeside);
export const MeetingBeside = later(async () => (await withWords(words, import("./MeetingBeside.tsx"))).MeetingBeside);
export const SeriesPartDialog = laterInFocus(async () => (await import("../series/SeriesPartDialog.tsx")).SeriesPartDialog);
