import type { KindDefinition } from "./definition.ts";

/** The SMS that invites a guest. */
export const meetingSmsScheduled: KindDefinition = {
  channel: "sms",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "",
      body: "{{ meeting.organizer }} invites you to {{ meeting.title }}: {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. Answer: {{ meeting.link }}",
    },
    he: {
      subject: "",
      body: "הזמנה מ־{{ meeting.organizer }}: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. מענה: {{ meeting.link }}",
    },
    hu: {
      subject: "",
      body: "{{ meeting.organizer }} meghívja: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. Válasz: {{ meeting.link }}",
    },
    ru: {
      subject: "",
      body: "{{ meeting.organizer }} приглашает вас: {{ meeting.title }}, {{ meeting.when }}{% if meeting.place %}, {{ meeting.place }}{% endif %}. Ответить: {{ meeting.link }}",
    },
  },
};
