import type { JournalAction } from "../data/journal.ts";
import type { Permission } from "../kernel/permission.ts";

/** Kinds of subjects, and the permission that covers each. */
export const eventKinds = {
  card: "CARDS.read",
  task: "TASKS.read",
  meeting: "MEETINGS.read",
  comment: "COMMENTS.read",
  communication: "COMMENTS.read",
  mail: "COMMENTS.read",
  sms: "SMS.read",
  whatsapp: "COMMENTS.read",
} as const satisfies Readonly<Record<string, Permission>>;
export type EventKind = keyof typeof eventKinds;

interface EventDefinition {
  readonly kind: EventKind;
  /** The journal action that the event stands for. */
  readonly action: JournalAction;
}

/**
 * Events that an endpoint can choose, by name: part of the contract, like the payload. To add one, add a line here and its texts
 * in the catalogues.
 */
export const webhookEvents = {
  "card.created": { kind: "card", action: "card.create" },
  "card.updated": { kind: "card", action: "card.update" },
  "card.deleted": { kind: "card", action: "card.delete" },
  "card.restored": { kind: "card", action: "card.restore" },
  "card.merged": { kind: "card", action: "card.merge" },
  "card.unmerged": { kind: "card", action: "card.unmerge" },
  "card.purged": { kind: "card", action: "card.purge" },
  "card.erased": { kind: "card", action: "card.erase" },
  "task.created": { kind: "task", action: "task.create" },
  "task.updated": { kind: "task", action: "task.update" },
  "task.deleted": { kind: "task", action: "task.delete" },
  "task.restored": { kind: "task", action: "task.restore" },
  "meeting.created": { kind: "meeting", action: "meeting.create" },
  "meeting.updated": { kind: "meeting", action: "meeting.update" },
  "meeting.answered": { kind: "meeting", action: "meeting.rsvp" },
  "meeting.deleted": { kind: "meeting", action: "meeting.delete" },
  "meeting.restored": { kind: "meeting", action: "meeting.restore" },
  "comment.created": { kind: "comment", action: "comment.create" },
  "comment.updated": { kind: "comment", action: "comment.update" },
  "comment.deleted": { kind: "comment", action: "comment.delete" },
  "comment.restored": { kind: "comment", action: "comment.restore" },
  "communication.created": { kind: "communication", action: "communication.create" },
  "communication.updated": { kind: "communication", action: "communication.update" },
  "communication.deleted": { kind: "communication", action: "communication.delete" },
  "communication.restored": { kind: "communication", action: "communication.restore" },
  "mail.created": { kind: "mail", action: "mail.create" },
  "mail.delivered": { kind: "mail", action: "mail.deliver" },
  "mail.deleted": { kind: "mail", action: "mail.delete" },
  "mail.restored": { kind: "mail", action: "mail.restore" },
  "sms.created": { kind: "sms", action: "sms.create" },
  "sms.delivered": { kind: "sms", action: "sms.deliver" },
  "sms.deleted": { kind: "sms", action: "sms.delete" },
  "sms.restored": { kind: "sms", action: "sms.restore" },
  "whatsapp.created": { kind: "whatsapp", action: "whatsapp.create" },
  "whatsapp.delivered": { kind: "whatsapp", action: "whatsapp.deliver" },
  "whatsapp.deleted": { kind: "whatsapp", action: "whatsapp.delete" },
  "whatsapp.restored": { kind: "whatsapp", action: "whatsapp.restore" },
} as const satisfies Readonly<Record<string, EventDefinition>>;
export type WebhookEvent = keyof typeof webhookEvents;

export const isWebhookEvent = (name: string): name is WebhookEvent => Object.hasOwn(webhookEvents, name);
export const webhookEventNames: readonly WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent);

const byAction = new Map<JournalAction, WebhookEvent>(webhookEventNames.map((name) => [webhookEvents[name].action, name]));
/** The event for an action; undefined for actions that no endpoint can choose. */
export const eventOf = (action: JournalAction): WebhookEvent | undefined => byAction.get(action);

/** Stands for every event, including future ones. */
export const everyEvent = "*";
/** The event of a test. No endpoint can choose it; it is sent to every endpoint that is tested. */
export const testEvent = "webhook.test";

export type ChosenEvent = WebhookEvent | typeof everyEvent;

/** What an endpoint has chosen. */
export interface Selection {
  readonly events: readonly ChosenEvent[];
  /** For events about cards: only these types; empty for all types. */
  readonly cardTypeIds: readonly string[];
}

/** Whether the selection includes the event, for a subject of that card type. */
export function isChosen({ events, cardTypeIds }: Selection, event: WebhookEvent, typeId: string | undefined): boolean {
  if (!events.some((chosen) => chosen === everyEvent || chosen === event)) return false;
  return webhookEvents[event].kind !== "card" || cardTypeIds.length === 0 || cardTypeIds.some((id) => id === typeId);
}

/** The organization-wide permissions that are required to choose these events. */
export const rightsFor = (events: Selection["events"]): readonly Permission[] =>
  events.includes(everyEvent)
    ? [...new Set(Object.values(eventKinds))]
    : [...new Set(events.flatMap((event) => (event === everyEvent ? [] : [eventKinds[webhookEvents[event].kind]])))];

/** At most this many endpoints in an organization: they are listed in one read. */
export const maxEndpoints = 20;
/** Days for which deliveries are kept and can be resent. */
export const keptDays = 30;
/** The previous secret also signs for this long after a rotation. */
export const overlapMs = 24 * 3_600_000;

export const endpointStates = ["active", "paused", "disabled"] as const;
export type EndpointState = (typeof endpointStates)[number];
/** Why Kartis disabled an endpoint: every attempt failed for five days, or it answered that it is gone (410). */
export const disabledReasons = ["failing", "gone"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** State of a delivery. `waiting`: a first or further attempt is pending. `failed`: it was given up. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
