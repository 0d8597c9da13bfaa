import type { KindDefinition } from "./definition.ts";

/** The SMS that reminds of a task. */
export const taskSmsReminder: KindDefinition = {
  channel: "sms",
  groups: ["task", "recipient", "organization", "card"],
  texts: {
    en: {
      subject: "",
      body: "Reminder: {{ task.title }}, {{ task.due }}. {{ task.link }}",
    },
    he: {
      subject: "",
      body: "תזכורת: {{ task.title }}, {{ task.due }}. {{ task.link }}",
    },
    hu: {
      subject: "",
      body: "Emlékeztető: {{ task.title }}, {{ task.due }}. {{ task.link }}",
    },
    ru: {
      subject: "",
      body: "Напоминание: {{ task.title }}, {{ task.due }}. {{ task.link }}",
    },
  },
};
