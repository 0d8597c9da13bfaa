import type { KindDefinition } from "./definition.ts";

/** The SMS that reminds of a meeting. */
export const meetingSmsReminder: KindDefinition = {
  channel: "sms",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "",
      body: "Reminder: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}",
    },
    he: {
      subject: "",
      body: "תזכורת: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}",
    },
    hu: {
      subject: "",
      body: "Emlékeztető: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}",
    },
    ru: {
      subject: "",
      body: "Напоминание: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}",
    },
  },
};
