import type { JournalAction } from "../data/journal.ts";
import type { Permission } from "../kernel/permission.ts";

/** Kinds of things that events are about, and the permission that covers each. */
export const eventKinds = {
  card: "CARDS.read",
  task: "TASKS.read",
  meeting: "MEETINGS.read",
  comment: "COMMENTS.read",
  communication: "COMMENTS.read",
  mail: "COMMENTS.read",
  sms: "SMS.read",
} as const satisfies Readonly<Record<string, Permission>>;
export type EventKind = keyof typeof eventKinds;

interface EventDefinition {
  readonly kind: EventKind;
  /** The journal's action that it is made of. */
  readonly action: JournalAction;
}

/**
 * What an organization can be told of, by the names that its endpoints choose: part of the contract, like the payload. A new one is one line here, and its words
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
} as const satisfies Readonly<Record<string, EventDefinition>>;
export type WebhookEvent = keyof typeof webhookEvents;

export const isWebhookEvent = (name: string): name is WebhookEvent => Object.hasOwn(webhookEvents, name);
export const webhookEventNames: readonly WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent);

const byAction = new Map<JournalAction, WebhookEvent>(webhookEventNames.map((name) => [webhookEvents[name].action, name]));
/** The event that an action is told as; undefined for those that no endpoint can choose. */
export const eventOf = (action: JournalAction): WebhookEvent | undefined => byAction.get(action);

/** Stands for every event, also those that are still to come. */
export const everyEvent = "*";
/** The event of a test. It can be chosen by nobody, and is sent to every endpoint that is tested. */
export const testEvent = "webhook.test";

export type ChosenEvent = WebhookEvent | typeof everyEvent;

/** What an endpoint has chosen. */
export interface Selection {
  readonly events: readonly ChosenEvent[];
  /** Of events about cards, those of these types alone; empty for all types. */
  readonly cardTypeIds: readonly string[];
}

/** Whether an event about something of that card type is one that was chosen. */
export function isChosen({ events, cardTypeIds }: Selection, event: WebhookEvent, typeId: string | undefined): boolean {
  if (!events.some((chosen) => chosen === everyEvent || chosen === event)) return false;
  return webhookEvents[event].kind !== "card" || cardTypeIds.length === 0 || cardTypeIds.some((id) => id === typeId);
}

/** The permissions, for all of the organization, that whoever chooses these events must have. */
export const rightsFor = (events: Selection["events"]): readonly Permission[] =>
  events.includes(everyEvent)
    ? [...new Set(Object.values(eventKinds))]
    : [...new Set(events.flatMap((event) => (event === everyEvent ? [] : [eventKinds[webhookEvents[event].kind]])))];

/** Endpoints of an organization; they are listed in one read. */
export const maxEndpoints = 20;
/** Days for which deliveries are kept, and can be sent again. */
export const keptDays = 30;
/** For so long after a rotation, the previous secret signs as well. */
export const overlapMs = 24 * 3_600_000;

export const endpointStates = ["active", "paused", "disabled"] as const;
export type EndpointState = (typeof endpointStates)[number];
/** Why Kartis itself has disabled an endpoint: every attempt of five days has failed, or it says that it is gone (410). */
export const disabledReasons = ["failing", "gone"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** What has become of a delivery. `waiting` is first or again; `failed` is given up. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
