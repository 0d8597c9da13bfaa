import type { MessageFormatElement } from "./compile.ts";
import type admin from "./catalogues/en/admin.json";
import type audit from "./catalogues/en/audit.json";
import type automationRuns from "./catalogues/en/automationRuns.json";
import type automations from "./catalogues/en/automations.json";
import type calendar from "./catalogues/en/calendar.json";
import type card from "./catalogues/en/card.json";
import type cardTypes from "./catalogues/en/cardTypes.json";
import type cards from "./catalogues/en/cards.json";
import type changes from "./catalogues/en/changes.json";
import type chats from "./catalogues/en/chats.json";
import type common from "./catalogues/en/common.json";
import type dashboard from "./catalogues/en/dashboard.json";
import type developers from "./catalogues/en/developers.json";
import type errors from "./catalogues/en/errors.json";
import type fieldTypes from "./catalogues/en/fieldTypes.json";
import type fields from "./catalogues/en/fields.json";
import type files from "./catalogues/en/files.json";
import type identity from "./catalogues/en/identity.json";
import type imports from "./catalogues/en/imports.json";
import type mail from "./catalogues/en/mail.json";
import type members from "./catalogues/en/members.json";
import type messageTemplates from "./catalogues/en/messageTemplates.json";
import type notifications from "./catalogues/en/notifications.json";
import type organization from "./catalogues/en/organization.json";
import type palette from "./catalogues/en/palette.json";
import type past from "./catalogues/en/past.json";
import type outgoing from "./catalogues/en/outgoing.json";
import type personalData from "./catalogues/en/personalData.json";
import type publicPages from "./catalogues/en/public.json";
import type recurrence from "./catalogues/en/recurrence.json";
import type reminders from "./catalogues/en/reminders.json";
import type rights from "./catalogues/en/rights.json";
import type roles from "./catalogues/en/roles.json";
import type presence from "./catalogues/en/presence.json";
import type rsvp from "./catalogues/en/rsvp.json";
import type security from "./catalogues/en/security.json";
import type plans from "./catalogues/en/plans.json";
import type integrations from "./catalogues/en/integrations.json";
import type secrets from "./catalogues/en/secrets.json";
import type settings from "./catalogues/en/settings.json";
import type shell from "./catalogues/en/shell.json";
import type sms from "./catalogues/en/sms.json";
import type support from "./catalogues/en/support.json";
import type tasks from "./catalogues/en/tasks.json";
import type timeline from "./catalogues/en/timeline.json";
import type templates from "./catalogues/en/templates.json";
import type unsubscribe from "./catalogues/en/unsubscribe.json";
import type gmail from "./catalogues/en/gmail.json";
import type voip from "./catalogues/en/voip.json";
import type whatsapp from "./catalogues/en/whatsapp.json";
import type validation from "./catalogues/en/validation.json";
import type webhooks from "./catalogues/en/webhooks.json";
import type incomingWebhooks from "./catalogues/en/incomingWebhooks.json";
import type leadFormPage from "./catalogues/en/leadFormPage.json";
import type leadForms from "./catalogues/en/leadForms.json";
import type views from "./catalogues/en/views.json";

/** Areas needed by the first screens, loaded before anything is drawn. Texts of emails and templates are used only on the server. */
export const screenAreas = ["common", "shell", "cards", "fields"] as const;
/** Areas loaded with the screen that needs them. A new one is a line here, one in `English`, and its file in each language. */
export const lazyAreas = [
  "admin",
  "audit",
  "automationRuns",
  "automations",
  "calendar",
  "card",
  "cardTypes",
  "changes",
  "chats",
  "dashboard",
  "developers",
  "errors",
  "fieldTypes",
  "files",
  "gmail",
  "identity",
  "imports",
  "integrations",
  "members",
  "messageTemplates",
  "notifications",
  "organization",
  "palette",
  "past",
  "outgoing",
  "personalData",
  "plans",
  "presence",
  "public",
  "recurrence",
  "reminders",
  "rights",
  "roles",
  "rsvp",
  "security",
  "secrets",
  "settings",
  "sms",
  "support",
  "tasks",
  "timeline",
  "unsubscribe",
  "validation",
  "voip",
  "whatsapp",
  "views",
  "webhooks",
  "incomingWebhooks",
  "leadFormPage",
  "leadForms",
] as const;
export type LazyArea = (typeof lazyAreas)[number];
/** All of them. A function: a list made of the other two would be built, and so loaded, by every page. */
export const areas = () => [...screenAreas, ...lazyAreas, "mail", "templates"] as const;

/** The English catalogue defines the keys; a test compares the other languages with it. */
interface English {
  admin: typeof admin;
  audit: typeof audit;
  automationRuns: typeof automationRuns;
  automations: typeof automations;
  calendar: typeof calendar;
  card: typeof card;
  cardTypes: typeof cardTypes;
  cards: typeof cards;
  changes: typeof changes;
  chats: typeof chats;
  common: typeof common;
  dashboard: typeof dashboard;
  developers: typeof developers;
  errors: typeof errors;
  fieldTypes: typeof fieldTypes;
  fields: typeof fields;
  files: typeof files;
  identity: typeof identity;
  imports: typeof imports;
  integrations: typeof integrations;
  mail: typeof mail;
  members: typeof members;
  messageTemplates: typeof messageTemplates;
  notifications: typeof notifications;
  organization: typeof organization;
  palette: typeof palette;
  past: typeof past;
  outgoing: typeof outgoing;
  personalData: typeof personalData;
  public: typeof publicPages;
  recurrence: typeof recurrence;
  reminders: typeof reminders;
  rights: typeof rights;
  roles: typeof roles;
  rsvp: typeof rsvp;
  security: typeof security;
  plans: typeof plans;
  presence: typeof presence;
  secrets: typeof secrets;
  settings: typeof settings;
  shell: typeof shell;
  sms: typeof sms;
  support: typeof support;
  tasks: typeof tasks;
  templates: typeof templates;
  timeline: typeof timeline;
  unsubscribe: typeof unsubscribe;
  validation: typeof validation;
  gmail: typeof gmail;
  voip: typeof voip;
  whatsapp: typeof whatsapp;
  views: typeof views;
  webhooks: typeof webhooks;
  incomingWebhooks: typeof incomingWebhooks;
  leadFormPage: typeof leadFormPage;
  leadForms: typeof leadForms;
}

type KeysOf<Area extends keyof English> = Area extends unknown ? `${Area}.${keyof English[Area] & string}` : never;

export type MessageKey = KeysOf<keyof English>;

/** Messages by area and key: ICU sources, or their compiled form. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string | MessageFormatElement[]>>>>;

/** A message, where the catalogue has it. */
export function findMessage(messages: Messages, key: string): string | MessageFormatElement[] | undefined {
  const dot = key.indexOf(".");
  return messages[key.slice(0, dot)]?.[key.slice(dot + 1)];
}
