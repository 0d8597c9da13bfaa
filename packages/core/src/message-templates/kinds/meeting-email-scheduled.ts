import type { KindDefinition } from "./definition.ts";

/** Invites a guest to a meeting. */
export const meetingEmailScheduled: KindDefinition = {
  channel: "mail",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "{{ meeting.title }}, {{ meeting.date }}",
      body: `Hello {{ recipient.firstName | default: "there" }},

{{ meeting.organizer }} invites you to **{{ meeting.title }}**.

When: {{ meeting.when }}{% if meeting.place %}

Where: {{ meeting.place }}{% endif %}{% if meeting.description %}

{{ meeting.description }}{% endif %}

[Answer the invitation]({{ meeting.link }})

You can change your answer until the meeting is over.`,
    },
    he: {
      subject: "{{ meeting.title }}, {{ meeting.date }}",
      body: `שלום{% if recipient.firstName %} {{ recipient.firstName }}{% endif %},

הוזמנת לפגישה **{{ meeting.title }}** מטעם {{ meeting.organizer }}.

מתי: {{ meeting.when }}{% if meeting.place %}

איפה: {{ meeting.place }}{% endif %}{% if meeting.description %}

{{ meeting.description }}{% endif %}

[מענה להזמנה]({{ meeting.link }})

אפשר לשנות את התשובה עד סוף הפגישה.`,
    },
    hu: {
      subject: "{{ meeting.title }}, {{ meeting.date }}",
      body: `Üdvözöljük{% if recipient.name %}, {{ recipient.name }}{% endif %}!

{{ meeting.organizer }} találkozóra hívja: **{{ meeting.title }}**.

Mikor: {{ meeting.when }}{% if meeting.place %}

Hol: {{ meeting.place }}{% endif %}{% if meeting.description %}

{{ meeting.description }}{% endif %}

[Válasz a meghívóra]({{ meeting.link }})

A válasz a találkozó végéig módosítható.`,
    },
    ru: {
      subject: "{{ meeting.title }}, {{ meeting.date }}",
      body: `Здравствуйте{% if recipient.firstName %}, {{ recipient.firstName }}{% endif %}!

{{ meeting.organizer }} приглашает вас на встречу **{{ meeting.title }}**.

Когда: {{ meeting.when }}{% if meeting.place %}

Где: {{ meeting.place }}{% endif %}{% if meeting.description %}

{{ meeting.description }}{% endif %}

[Ответить на приглашение]({{ meeting.link }})

Ответ можно изменить, пока встреча не закончилась.`,
    },
  },
};
