import { put, update, type Write } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import type { RecordId } from "../kernel/id.ts";
import type { Endpoint } from "./endpoints.ts";
import { deliveryEntity, shardOf, waitingEntity } from "./entity.ts";
import { type DeliveryState, eventOf, isChosen, keptDays, type WebhookEvent } from "./rules.ts";
import { epochSeconds } from "../kernel/clock.ts";

/** A message for an endpoint. */
export interface Message {
  readonly messageId: string;
  readonly event: WebhookEvent;
  readonly recordId: RecordId;
  /** Which of the record's changes. */
  readonly change: number;
  readonly subjectId: string;
  readonly order: string;
  readonly createdAt: string;
}

/** The same for the same change of the same record, so that a receiver recognizes repeats. Ids sort as records do. */
export const messageIdOf = (recordId: RecordId, change = 0): string =>
  `msg_${recordId}${change === 0 ? "" : `_${String(change).padStart(4, "0")}`}`;

/** The record's changes that the endpoint has chosen, as messages. */
export const messagesFor = (endpoint: Endpoint, { id: recordId, at, changes }: JournalRecord): Message[] =>
  changes.flatMap(({ action, subject, version }, change) => {
    const event = eventOf(action);
    if (event === undefined || !isChosen(endpoint, event, subject.typeId)) return [];
    const order = String(version).padStart(10, "0");
    return [{ messageId: messageIdOf(recordId, change), event, recordId, change, subjectId: subject.id, order, createdAt: at }];
  });

export const expiry = (clock: Clock): number => epochSeconds(clock.now()) + keptDays * 86_400;

const keyOf = ({ orgId, endpointId }: Endpoint) => ({ orgId, endpointId, shard: shardOf(endpointId) });

const waitingWrite = (endpoint: Endpoint, { messageId, subjectId, order }: Omit<Message, "event">, clock: Clock): Write => {
  const waiting = { messageId, subjectId, order, dueAt: clock.now(), attempts: 0, expiresAt: expiry(clock) };
  const item = { ...keyOf(endpoint), ...waiting };
  return put(waitingEntity().create(item).params(), "stale");
};

/** The writes that enqueue a message for the first time. */
export const firstTime = (endpoint: Endpoint, message: Message, clock: Clock): Write[] => [
  put(
    deliveryEntity()
      .create({ ...keyOf(endpoint), ...message, state: "waiting", attempts: 0, expiresAt: expiry(clock) })
      .params(),
    "stale",
  ),
  waitingWrite(endpoint, message, clock),
];

/** The writes that enqueue a settled message again, provided that its delivery is still in `state`. */
export const onceMore = (endpoint: Endpoint, message: Omit<Message, "event">, state: DeliveryState, clock: Clock): Write[] => [
  update(
    deliveryEntity()
      .patch({ ...keyOf(endpoint), messageId: message.messageId })
      .set({ state: "waiting", expiresAt: expiry(clock) })
      .where((attribute, { eq }) => eq(attribute.state, state))
      .params(),
    "stale",
  ),
  waitingWrite(endpoint, message, clock),
];
