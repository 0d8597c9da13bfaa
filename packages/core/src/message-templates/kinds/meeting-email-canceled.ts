import type { KindDefinition } from "./definition.ts";

/** Tells a guest that a meeting does not take place, or not with them. */
export const meetingEmailCanceled: KindDefinition = {
  channel: "mail",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "Canceled: {{ meeting.title }}, {{ meeting.date }}",
      body: `Hello {{ recipient.firstName | default: "there" }},

**{{ meeting.title }}**, {{ meeting.when }}, is canceled.

{{ meeting.organizer }}, {{ organization.name }}`,
    },
    he: {
      subject: "בוטלה: {{ meeting.title }}, {{ meeting.date }}",
      body: `שלום{% if recipient.firstName %} {{ recipient.firstName }}{% endif %},

הפגישה **{{ meeting.title }}**, {{ meeting.when }}, בוטלה.

{{ meeting.organizer }}, {{ organization.name }}`,
    },
    hu: {
      subject: "Elmarad: {{ meeting.title }}, {{ meeting.date }}",
      body: `Üdvözöljük{% if recipient.name %}, {{ recipient.name }}{% endif %}!

Elmarad a találkozó: **{{ meeting.title }}**, {{ meeting.when }}.

{{ meeting.organizer }}, {{ organization.name }}`,
    },
    ru: {
      subject: "Отменено: {{ meeting.title }}, {{ meeting.date }}",
      body: `Здравствуйте{% if recipient.firstName %}, {{ recipient.firstName }}{% endif %}!

Встреча **{{ meeting.title }}**, {{ meeting.when }}, отменена.

{{ meeting.organizer }}, {{ organization.name }}`,
    },
  },
};
