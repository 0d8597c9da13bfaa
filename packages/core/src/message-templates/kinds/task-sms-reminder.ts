import type { KindDefinition } from "./definition.ts";

/** The SMS that reminds of a task. */
export const taskSmsReminder: KindDefinition = {
  channel: "sms",
  groups: ["task", "recipient", "organization", "card"],
  texts: {
    en: {
      subject: "",
      body: "Reminder: {{ task.title }}, {{ task.due }}{% if task.location %}, {{ task.location }}{% endif %}",
    },
    he: {
      subject: "",
      body: "תזכורת: {{ task.title }}, {{ task.due }}{% if task.location %}, {{ task.location }}{% endif %}",
    },
    hu: {
      subject: "",
      body: "Emlékeztető: {{ task.title }}, {{ task.due }}{% if task.location %}, {{ task.location }}{% endif %}",
    },
    ru: {
      subject: "",
      body: "Напоминание: {{ task.title }}, {{ task.due }}{% if task.location %}, {{ task.location }}{% endif %}",
    },
  },
};
