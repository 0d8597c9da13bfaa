import type { KindDefinition } from "./definition.ts";

/** The SMS about a meeting that does not take place. */
export const meetingSmsCanceled: KindDefinition = {
  channel: "sms",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "",
      body: "Canceled: {{ meeting.title }}, {{ meeting.when }}. {{ meeting.organizer }}",
    },
    he: {
      subject: "",
      body: "בוטלה: {{ meeting.title }}, {{ meeting.when }}. {{ meeting.organizer }}",
    },
    hu: {
      subject: "",
      body: "Elmarad: {{ meeting.title }}, {{ meeting.when }}. {{ meeting.organizer }}",
    },
    ru: {
      subject: "",
      body: "Отменено: {{ meeting.title }}, {{ meeting.when }}. {{ meeting.organizer }}",
    },
  },
};
