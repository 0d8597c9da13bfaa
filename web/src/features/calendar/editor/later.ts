import { withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";

const words = ["calendar", "tasks", "recurrence", "reminders", "validation", "errors", "files", "sms"] as const;

/** Come with their words, on the calendar and wherever else meetings are made. */
export const NewMeetingDialog = laterInFocus(
  async () => (await withWords(words, import("./NewMeetingDialog.tsx"))).NewMeetingDialog,
);
export const EditMeetingDialog = laterInFocus(
  async () => (await withWords(words, import("./EditMeetingDialog.tsx"))).EditMeetingDialog,
);
