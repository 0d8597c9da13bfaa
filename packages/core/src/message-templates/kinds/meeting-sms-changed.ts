import type { KindDefinition } from "./definition.ts";

/** The SMS about a changed meeting. */
export const meetingSmsChanged: KindDefinition = {
  channel: "sms",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "",
      body: "Changed: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. Answer: {{ meeting.link }}",
    },
    he: {
      subject: "",
      body: "עודכן: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. מענה: {{ meeting.link }}",
    },
    hu: {
      subject: "",
      body: "Módosult: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. Válasz: {{ meeting.link }}",
    },
    ru: {
      subject: "",
      body: "Изменения: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. Ответить: {{ meeting.link }}",
    },
  },
};
