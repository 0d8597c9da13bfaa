import type { KindDefinition } from "./definition.ts";

/** Tells a guest that a meeting has another time, place or title. */
export const meetingEmailChanged: KindDefinition = {
  channel: "mail",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "Changed: {{ meeting.title }}, {{ meeting.date }}",
      body: `Hello {{ recipient.firstName | default: "there" }},

**{{ meeting.title }}** has changed.{% if meeting.changes %}

{{ meeting.changes }}{% endif %}

When: {{ meeting.when }}{% if meeting.place %}

Where: {{ meeting.place }}{% endif %}

[Answer the invitation]({{ meeting.link }})`,
    },
    he: {
      subject: "עודכן: {{ meeting.title }}, {{ meeting.date }}",
      body: `שלום{% if recipient.firstName %} {{ recipient.firstName }}{% endif %},

פרטי הפגישה **{{ meeting.title }}** השתנו.{% if meeting.changes %}

{{ meeting.changes }}{% endif %}

מתי: {{ meeting.when }}{% if meeting.place %}

איפה: {{ meeting.place }}{% endif %}

[מענה להזמנה]({{ meeting.link }})`,
    },
    hu: {
      subject: "Módosult: {{ meeting.title }}, {{ meeting.date }}",
      body: `Üdvözöljük{% if recipient.name %}, {{ recipient.name }}{% endif %}!

Módosult a találkozó: **{{ meeting.title }}**.{% if meeting.changes %}

{{ meeting.changes }}{% endif %}

Mikor: {{ meeting.when }}{% if meeting.place %}

Hol: {{ meeting.place }}{% endif %}

[Válasz a meghívóra]({{ meeting.link }})`,
    },
    ru: {
      subject: "Изменения: {{ meeting.title }}, {{ meeting.date }}",
      body: `Здравствуйте{% if recipient.firstName %}, {{ recipient.firstName }}{% endif %}!

Встреча **{{ meeting.title }}** изменена.{% if meeting.changes %}

{{ meeting.changes }}{% endif %}

Когда: {{ meeting.when }}{% if meeting.place %}

Где: {{ meeting.place }}{% endif %}

[Ответить на приглашение]({{ meeting.link }})`,
    },
  },
};
