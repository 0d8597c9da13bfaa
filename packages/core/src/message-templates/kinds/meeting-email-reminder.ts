import type { KindDefinition } from "./definition.ts";

/** Reminds of a meeting, some time before it starts. */
export const meetingEmailReminder: KindDefinition = {
  channel: "mail",
  groups: ["meeting", "recipient", "sender", "organization", "card"],
  texts: {
    en: {
      subject: "Reminder: {{ meeting.title }}, {{ meeting.when }}",
      body: `Hello {{ recipient.firstName | default: "there" }},

**{{ meeting.title }}** starts soon: {{ meeting.when }}.{% if meeting.place %}

Where: {{ meeting.place }}{% endif %}

[Open the meeting]({{ meeting.link }}){% if recipient.settings %}

[Switch these emails off]({{ recipient.settings }}){% endif %}`,
    },
    he: {
      subject: "תזכורת: {{ meeting.title }}, {{ meeting.when }}",
      body: `שלום{% if recipient.firstName %} {{ recipient.firstName }}{% endif %},

הפגישה **{{ meeting.title }}** מתחילה בקרוב: {{ meeting.when }}.{% if meeting.place %}

איפה: {{ meeting.place }}{% endif %}

[פתיחת הפגישה]({{ meeting.link }}){% if recipient.settings %}

[כיבוי ההודעות האלה]({{ recipient.settings }}){% endif %}`,
    },
    hu: {
      subject: "Emlékeztető: {{ meeting.title }}, {{ meeting.when }}",
      body: `Üdvözöljük{% if recipient.name %}, {{ recipient.name }}{% endif %}!

Hamarosan kezdődik: **{{ meeting.title }}**, {{ meeting.when }}.{% if meeting.place %}

Hol: {{ meeting.place }}{% endif %}

[Találkozó megnyitása]({{ meeting.link }}){% if recipient.settings %}

[E-mailek kikapcsolása]({{ recipient.settings }}){% endif %}`,
    },
    ru: {
      subject: "Напоминание: {{ meeting.title }}, {{ meeting.when }}",
      body: `Здравствуйте{% if recipient.firstName %}, {{ recipient.firstName }}{% endif %}!

Скоро начнётся встреча **{{ meeting.title }}**: {{ meeting.when }}.{% if meeting.place %}

Где: {{ meeting.place }}{% endif %}

[Открыть встречу]({{ meeting.link }}){% if recipient.settings %}

[Отключить эти письма]({{ recipient.settings }}){% endif %}`,
    },
  },
};
