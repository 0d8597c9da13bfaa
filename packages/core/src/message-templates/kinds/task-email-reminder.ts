import type { KindDefinition } from "./definition.ts";

/** Reminds whoever is to do a task, some time before it is due. */
export const taskEmailReminder: KindDefinition = {
  channel: "mail",
  groups: ["task", "recipient", "organization", "card"],
  texts: {
    en: {
      subject: "Reminder: {{ task.title }}, {{ task.due }}",
      body: `Hello {{ recipient.firstName | default: "there" }},

this is due soon: **{{ task.title }}**, {{ task.due }}.{% if card.name %}

Record: {{ card.name }}{% endif %}{% if task.location %}

Place: {{ task.location }}{% endif %}{% if task.description %}

{{ task.description }}{% endif %}

[Open the task]({{ task.link }})

[Switch these emails off]({{ recipient.settings }})`,
    },
    he: {
      subject: "תזכורת: {{ task.title }}, {{ task.due }}",
      body: `שלום{% if recipient.firstName %} {{ recipient.firstName }}{% endif %},

מועד המשימה מתקרב: **{{ task.title }}**, {{ task.due }}.{% if card.name %}

כרטיס: {{ card.name }}{% endif %}{% if task.location %}

מקום: {{ task.location }}{% endif %}{% if task.description %}

{{ task.description }}{% endif %}

[פתיחת המשימה]({{ task.link }})

[כיבוי ההודעות האלה]({{ recipient.settings }})`,
    },
    hu: {
      subject: "Emlékeztető: {{ task.title }}, {{ task.due }}",
      body: `Üdvözöljük{% if recipient.name %}, {{ recipient.name }}{% endif %}!

Hamarosan esedékes: **{{ task.title }}**, {{ task.due }}.{% if card.name %}

Rekord: {{ card.name }}{% endif %}{% if task.location %}

Hely: {{ task.location }}{% endif %}{% if task.description %}

{{ task.description }}{% endif %}

[Feladat megnyitása]({{ task.link }})

[E-mailek kikapcsolása]({{ recipient.settings }})`,
    },
    ru: {
      subject: "Напоминание: {{ task.title }}, {{ task.due }}",
      body: `Здравствуйте{% if recipient.firstName %}, {{ recipient.firstName }}{% endif %}!

Скоро наступит срок задачи **{{ task.title }}**: {{ task.due }}.{% if card.name %}

Карточка: {{ card.name }}{% endif %}{% if task.location %}

Место: {{ task.location }}{% endif %}{% if task.description %}

{{ task.description }}{% endif %}

[Открыть задачу]({{ task.link }})

[Отключить эти письма]({{ recipient.settings }})`,
    },
  },
};
